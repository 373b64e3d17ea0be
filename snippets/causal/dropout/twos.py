import torch

p = 0.5
torch.manual_seed(123)
kept = torch.rand(6, 6) >= p

print(kept * torch.ones(6, 6) / (1 - p))
