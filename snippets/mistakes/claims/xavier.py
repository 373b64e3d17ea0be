import torch
from torch import nn

torch.manual_seed(123)
weight = nn.Linear(512, 64).weight
claimed = (6 / (512 + 64)) ** 0.5  # Xavier's bound

beyond = (weight.abs() > claimed / 2).float().mean()
print(f"claimed bound:  {claimed:.4f}")
print(f"largest weight: {weight.abs().max():.4f}")
print(f"beyond half the bound: {beyond:.2f} of all")
