import torch
from attention import rotate

torch.manual_seed(123)
x = torch.randn(8192, 128)
long = rotate(x, torch.arange(8192))
short = rotate(x[:2048], torch.arange(2048))
print(short[2047, :4])
print(long[2047, :4])
print("numbers that differ:", (short != long[:2048]).sum().item())
