import torch
from attention import gelu, gelu_tanh

x = torch.linspace(-8, 8, 100_001, dtype=torch.float64)
gap = (gelu(x) - gelu_tanh(x)).abs()
print(gap.max().round(decimals=5), x[gap.argmax()].abs().round(decimals=1))
