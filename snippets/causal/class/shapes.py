import torch
from attention import CausalAttention, inputs

x = torch.stack([inputs, inputs])
layer = CausalAttention(3, 2, 6, 0.0)
queries, keys = layer.W_query(x), layer.W_key(x)
print("x", x.shape)
print("W_query.weight", layer.W_query.weight.shape)
print("queries", queries.shape)
print("keys, transposed", keys.transpose(1, 2).shape)
print("scores", (queries @ keys.transpose(1, 2)).shape)
print("mask", layer.mask.shape)
print("contexts", layer(x).shape)
print("contexts of four words", layer(x[:, :4]).shape)
