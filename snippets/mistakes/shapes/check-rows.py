import torch
from attention.examples import inputs

weights = torch.softmax(inputs @ inputs.T, dim=0)
good = torch.allclose(weights.sum(dim=-1), torch.ones(6), atol=1e-6)
assert good, "rows must sum to one"  # raises AssertionError: rows must
