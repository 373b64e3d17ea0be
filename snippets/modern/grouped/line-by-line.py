import torch
from attention import (
    Attention,
    causal_mask,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
num_heads, num_kv_groups, head_dim = 4, 2, 2
W_query = nn.Linear(3, num_heads * head_dim, bias=False)
W_key = nn.Linear(3, num_kv_groups * head_dim, bias=False)
W_value = nn.Linear(3, num_kv_groups * head_dim, bias=False)
out_proj = nn.Linear(num_heads * head_dim, num_heads * head_dim)

queries = split_heads(W_query(inputs), num_heads)
keys = split_heads(W_key(inputs), num_kv_groups)
values = split_heads(W_value(inputs), num_kv_groups)
print("queries", tuple(queries.shape), "keys", tuple(keys.shape))

heads_each = num_heads // num_kv_groups
keys = keys.repeat_interleave(heads_each, dim=0)
values = values.repeat_interleave(heads_each, dim=0)
print("keys, each for two heads", tuple(keys.shape))

contexts, _ = scaled_dot_product_attention(
    queries, keys, values, causal_mask(6)
)
print(out_proj(merge_heads(contexts))[1].detach())  # journey

torch.manual_seed(123)
layer = Attention(3, 8, 6, 0.0, num_heads, num_kv_groups=num_kv_groups)
print(layer(inputs)[1].detach())
