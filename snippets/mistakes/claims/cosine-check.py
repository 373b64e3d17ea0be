import torch
from attention.examples import inputs
from torch.nn.functional import normalize

journey, starts = normalize(inputs[[1, 2]], dim=-1)

same = torch.allclose(journey, starts, atol=1e-3)
assert same, "two directions"  # raises AssertionError: two directions
