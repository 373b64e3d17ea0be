import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
queries, keys = x @ torch.rand(512, 64), x @ torch.rand(512, 64)
weights = torch.softmax(queries @ keys.T / 64**0.5, dim=-1)

mixed = weights.max() < 0.99
assert mixed, "one word takes all"  # raises AssertionError: one word takes
