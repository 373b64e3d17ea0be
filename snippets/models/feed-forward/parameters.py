import torch
from attention import FeedForward, MultiHeadAttention

with torch.device("meta"):  # shapes without numbers
    attention = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
    network = FeedForward(768, 4 * 768)

for layer in (attention, network):
    print(f"{sum(p.numel() for p in layer.parameters()):,}")
