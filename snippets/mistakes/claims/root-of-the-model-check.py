import torch

torch.manual_seed(123)
queries, keys = torch.randn(9000, 64), torch.randn(9000, 64)
scores = (queries * keys).sum(dim=-1) / 512**0.5

spread = (scores.std() - 1).abs() < 0.1
assert spread, "spread is not 1"  # raises AssertionError: spread is not 1
