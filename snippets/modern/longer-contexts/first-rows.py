import torch
from attention import rotate

torch.manual_seed(123)
x = torch.randn(8192, 128)
long = rotate(x, torch.arange(8192))
short = rotate(x[:2048], torch.arange(2048))
print(torch.equal(short, long[:2048]))
