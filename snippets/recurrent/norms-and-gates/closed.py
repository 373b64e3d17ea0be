import torch
from attention import GatedAttention, MultiHeadAttention, record_weights

torch.manual_seed(123)
layer = GatedAttention(8, MultiHeadAttention(8, 8, 6, 0.0, num_heads=2))
layer.out_proj.bias.data.zero_()
x = torch.randn(6, 8)
x[:, 0] = 1
layer.W_gate.weight.data.zero_()
for opened in (0.0, -2.0, -8.0):
    layer.W_gate.weight.data[:, 0] = opened
    with record_weights(layer) as weights:
        out = layer(x)
    sums = weights["attention.attend"].sum(dim=-1)
    print(f"gate {torch.tensor(opened).sigmoid():.4f}:", end=" ")
    print(f"sum of weights {sums.min():.2f},", end=" ")
    print(f"longest result {out.norm(dim=-1).max():.4f}")
