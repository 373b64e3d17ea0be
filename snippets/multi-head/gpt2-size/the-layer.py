# pip install attention-verified
import torch
from attention import MultiHeadAttention

torch.manual_seed(123)
layer = MultiHeadAttention(
    d_in=768, d_out=768, context_length=1024, dropout=0.1, num_heads=12
)
x = torch.randn(2, 5, 768)  # two sequences of five tokens

print(layer(x).shape)
print("parameters:", f"{sum(p.numel() for p in layer.parameters()):,}")
