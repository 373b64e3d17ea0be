import torch
from attention.examples import inputs

lengths = torch.tensor([6, 4, 1])
real = torch.arange(6) < lengths[:, None]  # (3, 6)
x = inputs * real[..., None]  # (3, 6, 3), zeros where nothing is
print(real.int())
print(x[1])
