import torch
from attention import GPT

with torch.device("meta"):
    model = GPT(50257, 1024, 1024, 24, 16)
print(f"{sum(p.numel() for p in model.parameters()):,}")
print(f"{12 * 24 * 1024**2:,}")
