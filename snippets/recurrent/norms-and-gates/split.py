import torch
from attention import GatedAttention, MultiHeadAttention

torch.manual_seed(123)
q_proj = torch.randn(128, 64) / 8  # 4 heads, 16 + 16 rows each
x = torch.randn(9, 64)
heads = q_proj.unflatten(0, (4, 2, 16))  # of each head: queries, gate
by_heads = heads[:, 0].flatten(0, 1), heads[:, 1].flatten(0, 1)
outs = []
for query, gate in (by_heads, q_proj.chunk(2)):
    torch.manual_seed(1)
    layer = GatedAttention(64, MultiHeadAttention(64, 64, 9, 0.0, 4))
    layer.attention.W_query.weight.data = query
    layer.W_gate.weight.data = gate
    outs.append(layer(x))
print(f"results up to {outs[0].abs().max():.2f}", end=",  ")
print(f"by halves {(outs[0] - outs[1]).abs().max():.2f} off")
