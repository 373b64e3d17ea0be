import torch
from attention import (
    GatedAttention,
    MultiHeadAttention,
    split_query_and_gate,
)

torch.manual_seed(123)
q_proj = torch.randn(128, 64) / 8  # 4 heads, 16 + 16 rows each
x = torch.randn(9, 64)
by_heads = split_query_and_gate(q_proj, num_heads=4)
outs = []
for query, gate in (by_heads, q_proj.chunk(2)):
    torch.manual_seed(1)
    layer = GatedAttention(64, MultiHeadAttention(64, 64, 9, 0.0, 4))
    layer.attention.W_query.weight.data = query
    layer.W_gate.weight.data = gate
    outs.append(layer(x))
print(f"results up to {outs[0].abs().max():.2f}", end=",  ")
print(f"by halves {(outs[0] - outs[1]).abs().max():.2f} off")
