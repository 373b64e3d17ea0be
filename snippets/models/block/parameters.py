import torch
from attention import FeedForward, MultiHeadAttention, TransformerBlock

with torch.device("meta"):  # shapes without numbers
    attention = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
    block = TransformerBlock(768, attention, FeedForward(768, 4 * 768))

for name, part in block.named_children():
    print(name, f"{sum(p.numel() for p in part.parameters()):,}")
print(f"{sum(p.numel() for p in block.parameters()):,}")
