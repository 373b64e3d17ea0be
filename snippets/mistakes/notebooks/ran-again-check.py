import torch


def cell_2():
    return torch.rand(3, 2)


torch.manual_seed(123)
alike = torch.equal(cell_2(), cell_2())
assert alike, "run twice, two results"  # raises AssertionError: run twice
