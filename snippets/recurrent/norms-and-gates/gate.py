import torch
from attention import GatedAttention, MultiHeadAttention

torch.manual_seed(123)
heads = MultiHeadAttention(64, 64, 50, 0.0, num_heads=4)
layer = GatedAttention(64, heads)  # out_proj now belongs to the gate
x = torch.randn(9, 64)
contexts = heads(x)
gate = torch.sigmoid(layer.W_gate(x))
by_hand = layer.out_proj(contexts * gate)
print("contexts", tuple(contexts.shape), " gate", tuple(gate.shape))
print(f"gates from {gate.min():.2f} to {gate.max():.2f}", end=",  ")
print(f"by hand {(layer(x) - by_hand).abs().max():.3f} off")
