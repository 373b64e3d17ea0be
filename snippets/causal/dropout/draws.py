import torch

p = 0.5  # the probability to be dropped
torch.manual_seed(123)
draws = torch.rand(6, 6)  # uniform, from 0 to 1

kept = draws >= p
print(draws)
print("kept:", kept.sum().item(), "of", kept.numel())
