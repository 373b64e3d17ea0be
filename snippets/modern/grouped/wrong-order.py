import torch
from attention import (
    Attention,
    causal_mask,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from attention.examples import inputs

groups = torch.arange(2)
print("right:", groups.repeat_interleave(2).tolist())
print("wrong:", groups.repeat(2).tolist())

torch.manual_seed(123)
layer = Attention(3, 8, 6, 0.0, num_heads=4, num_kv_groups=2)
queries = split_heads(layer.W_query(inputs), 4)
keys = split_heads(layer.W_key(inputs), 2).repeat(2, 1, 1)
values = split_heads(layer.W_value(inputs), 2).repeat(2, 1, 1)
contexts, _ = scaled_dot_product_attention(
    queries, keys, values, causal_mask(6)
)
print(layer.out_proj(merge_heads(contexts))[1].detach())  # journey
