import torch

torch.manual_seed(123)
draws = torch.rand(6, 6, dtype=torch.float64)

print((draws < 0.5) * torch.ones(6, 6) / (1 - 0.5))
