import torch

claimed = torch.tensor([0.39, 0.09, 0.28, 0.10])

whole = (claimed.sum() - 1).abs() < 0.02  # two decimals, four of them
assert whole, "sum is not one"  # raises AssertionError: sum is not one
