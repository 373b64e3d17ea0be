import torch
from attention import MultiHeadAttention, split_heads

torch.manual_seed(1)
layer = MultiHeadAttention(64, 64, 50, 0.0, num_heads=4)
x = torch.randn(3, 64)
queries = split_heads(layer.W_query(x), 4)  # (heads, tokens, 16)
normed = queries / queries.square().mean(dim=-1, keepdim=True).sqrt()
for head in range(2):
    before = [f"{n:.2f}" for n in queries[head].norm(dim=-1).tolist()]
    after = [f"{n:.2f}" for n in normed[head].norm(dim=-1).tolist()]
    print(f"head {head}: lengths", *before, " normed", *after)
