import torch
from attention import GatedAttention, MultiHeadAttention

torch.manual_seed(123)
heads = MultiHeadAttention(64, 64, 500, 0.0, num_heads=4).double()
gated = GatedAttention(64, heads).double()
gated.out_proj.weight.data[:, 16:] = 0  # head 0 alone
gated.out_proj.bias.data.zero_()
a, b = torch.randn(2, 500, 1, 64).double()  # 500 sequences of one token
for name, layer in {
    "no gate": lambda x: gated.out_proj(heads(x)),
    "gated": gated,
}.items():
    rank = torch.linalg.matrix_rank(layer(a)[:, 0]).item()
    gap = (layer(a + b) - layer(a) - layer(b)).abs().max()
    print(f"{name:8} rank {rank} of 64,  f(a + b) - f(a) - f(b): {gap:.2f}")
