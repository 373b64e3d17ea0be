import torch

Q = torch.rand(6, 4)
heads = Q.view(2, 6, 2)
same = torch.equal(heads[0], Q[:, :2])
assert same, "head 0 must be half of Q"  # raises AssertionError: head
