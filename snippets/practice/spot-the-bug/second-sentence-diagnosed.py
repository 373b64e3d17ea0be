import torch
from attention import (
    CausalAttention,
    diagnose,
    scaled_dot_product_attention,
)

layer = CausalAttention(3, 2, 6, 0.0).requires_grad_(False)
keys, values = [], []


def read(sentences):
    rows = []
    for x in sentences.split(1, dim=-2):
        keys.append(layer.W_key(x))
        values.append(layer.W_value(x))
        cache = torch.cat(keys, dim=-2), torch.cat(values, dim=-2)
        row, _ = scaled_dot_product_attention(layer.W_query(x), *cache)
        rows.append(row)
    return torch.cat(rows, dim=-2)


print(diagnose(read))
