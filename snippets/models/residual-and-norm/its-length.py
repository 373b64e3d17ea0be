import torch
from attention import LayerNorm

torch.manual_seed(123)
x = 5 + 20 * torch.randn(768)
print(LayerNorm(768)(x).norm().detach())
