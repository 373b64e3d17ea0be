import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
queries, keys = x @ torch.rand(512, 64), x @ torch.rand(512, 64)

small = (queries @ keys.T / 64**0.5).abs().max() < 20
assert small, "out of range"  # raises AssertionError: out of range
