import torch

p = 0.5  # the share to drop
torch.manual_seed(123)
kept = torch.rand(6, 6) >= p

print(kept.int())
print("kept:", kept.sum().item(), "of", kept.numel())
