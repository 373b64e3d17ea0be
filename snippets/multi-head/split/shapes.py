import torch
from attention import MultiHeadAttention, inputs, merge_heads, split_heads

x = torch.stack([inputs] * 3)  # a batch of three
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
queries = layer.W_query(x)
Q = split_heads(queries, num_heads=2)

print("x", x.shape)
print("W_query.weight", layer.W_query.weight.shape)
print("queries of all heads", queries.shape)
print("split, not yet transposed", queries.view(3, 6, 2, 2).shape)
print("queries, split", Q.shape)
print("scores", (Q @ Q.transpose(2, 3)).shape)
print("contexts, merged", merge_heads(Q).shape)
print("out_proj.weight", layer.out_proj.weight.shape)
print("result", layer(x).shape)
