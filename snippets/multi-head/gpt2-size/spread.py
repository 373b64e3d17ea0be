import torch
from attention import MultiHeadAttention, split_heads

torch.manual_seed(123)
layer = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 128, 768)

with torch.no_grad():
    queries = split_heads(layer.W_query(x), 12)
    keys = split_heads(layer.W_key(x), 12)
scores = queries @ keys.transpose(-2, -1)
print(f"queries: {queries.std():.2f}")
print(f"scores: {scores.std():.2f}")
print(f"scores / root of  64: {(scores / 64**0.5).std():.2f}")
print(f"scores / root of 768: {(scores / 768**0.5).std():.2f}")
