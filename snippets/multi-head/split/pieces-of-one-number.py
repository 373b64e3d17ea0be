import torch
from attention import MultiHeadAttention, inputs, split_heads

torch.manual_seed(123)
layer = MultiHeadAttention(3, 2, 6, 0.0, num_heads=2)

Q = split_heads(layer.W_query(inputs), num_heads=2)
K = split_heads(layer.W_key(inputs), num_heads=2)
print(Q.shape)
print("queries of your and journey, head by head:")
print(Q[:, :2, 0].detach())
print("keys of your and journey, head by head:")
print(K[:, :2, 0].detach())
