import torch

torch.manual_seed(123)
draws = torch.rand(6, 6)  # each number equally likely, from 0 to 1

print(draws)
