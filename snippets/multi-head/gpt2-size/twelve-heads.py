import torch
from attention import MultiHeadAttention, merge_heads, split_heads

torch.manual_seed(123)
layer = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 5, 768)

queries = split_heads(layer.W_query(x), num_heads=12)
keys = split_heads(layer.W_key(x), num_heads=12)
print("queries", queries.shape)
print("scores", (queries @ keys.transpose(-2, -1)).shape)
print("merged again", merge_heads(queries).shape)
