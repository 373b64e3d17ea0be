import torch

claimed = torch.tensor([0.6, 0.3, 0.1])
computed = torch.softmax(torch.tensor([0.76, 0.51, 0.26]), dim=0)

same = torch.allclose(claimed, computed, atol=0.05)
assert same, "not their softmax"  # raises AssertionError: not their softmax
