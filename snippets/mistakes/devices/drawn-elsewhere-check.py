import torch

torch.manual_seed(123)
before = torch.get_rng_state()
W_query = torch.rand(3, 2, device="meta")

moved_on = not torch.equal(torch.get_rng_state(), before)
assert moved_on, "not drawn here"  # raises AssertionError: not drawn here
