import torch
from attention.examples import toy_values

claimed = torch.tensor([0.63, 0.30, 0.33])
computed = torch.tensor([0.6, 0.3, 0.1]) @ toy_values[[0, 6, 2]]

same = torch.allclose(claimed, computed, atol=0.005)
assert same, "another sum"  # raises AssertionError: another sum
