import torch.nn.functional as F
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_projections

queries, keys, values = seeded_projections(SelfAttentionV2, 789)


def attend(new, **mask):
    out = F.scaled_dot_product_attention(
        new[None], keys[None], values[None], **mask
    )
    return out[0]


print("whole    ", attend(queries, is_causal=True)[-1])
print("mask     ", attend(queries[-2:], attn_mask=causal_mask(2, 6))[-1])
print("is_causal", attend(queries[-2:], is_causal=True)[-1])
print("alone    ", attend(queries[-1:], is_causal=True)[-1])
print("value 0  ", values[0])
