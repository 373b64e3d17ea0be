import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
contexts = torch.softmax(x @ x.T, dim=-1) @ x

mixed = not torch.allclose(contexts, x, atol=1e-2)
assert mixed, "a copy of the input"  # raises AssertionError: a copy of the
