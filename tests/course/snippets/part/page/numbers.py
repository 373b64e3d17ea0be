# pip install attention-verified
import torch

halves = torch.tensor([0.25, 0.5])
print(halves.sum(), halves.prod())
