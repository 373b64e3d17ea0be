import torch
from attention import MultiHeadAttention, merge_heads, split_heads

layer = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 1024, 768, device="meta")
layer = layer.to("meta")  # shapes alone, no numbers

queries = layer.W_query(x)
of_heads = split_heads(queries, num_heads=12)  # keys, values alike
scores = of_heads @ of_heads.transpose(-2, -1)
contexts = scores.softmax(dim=-1) @ of_heads
for name, tensor in [
    ("words", x),
    ("W_query.weight", layer.W_query.weight),
    ("queries", queries),
    ("queries, split", of_heads),
    ("scores, weights", scores),
    ("contexts", contexts),
    ("merged", merge_heads(contexts)),
    ("output", layer(x)),
]:
    print(f"{name:15}", tuple(tensor.shape))
