import torch

print(torch.exp(torch.tensor([88.0, 89.0])))
print(torch.exp(torch.tensor([11.0, 12.0], dtype=torch.float16)))
print(torch.exp(torch.tensor([709.0, 710.0], dtype=torch.float64)))
