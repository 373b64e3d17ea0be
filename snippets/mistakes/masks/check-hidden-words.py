import torch

mask = torch.tensor([1, 1, 1, 0])  # three words, then padding
hidden = (~mask).bool()
assert not hidden[0], "the first word is no padding"  # raises AssertionError: the
