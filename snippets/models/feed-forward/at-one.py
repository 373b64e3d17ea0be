import torch
from attention import gelu

print(gelu(torch.tensor(1.0)))
