import torch
from attention import delta_rule

key, value, state = torch.ones(1, 1), torch.ones(1, 1), torch.zeros(1, 1)
for writes in range(1, 8):
    half = torch.tensor([0.5])
    read, state = delta_rule(key, key, value, half, state=state)
    print(writes, f"{read.item():.4f}")
