import torch
from torch import nn

torch.manual_seed(123)
layer = nn.Linear(512, 64)
print(f"1 / root of 512: {512**-0.5:.4f}")

nn.init.xavier_uniform_(layer.weight)  # if it is wanted, ask for it
bound = (6 / (512 + 64)) ** 0.5
beyond = (layer.weight.abs() > bound / 2).float().mean()
print(f"beyond half of Xavier's bound: {beyond:.2f} of all")
