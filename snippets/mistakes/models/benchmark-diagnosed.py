import torch
from attention import diagnose
from torch.nn.functional import scaled_dot_product_attention


def causal(queries, keys, values):
    blocked = torch.ones_like(queries @ keys.mT).bool().triu(diagonal=1)
    return scaled_dot_product_attention(
        queries, keys, values, attn_mask=blocked
    )


print(diagnose(causal))
