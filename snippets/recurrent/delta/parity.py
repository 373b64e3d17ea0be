import torch
from attention import delta_rule

bits = torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0])
ones, zeros = torch.ones(7, 1), torch.zeros(7, 1)
start = torch.ones(1, 1)
for strength in (2, 1, 0.5):
    read, _ = delta_rule(ones, ones, zeros, strength * bits, state=start)
    print(strength, read[:, 0].tolist())
