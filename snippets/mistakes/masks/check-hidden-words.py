import torch

mask = torch.tensor([1, 1, 1, 0])  # three words, then padding
hidden = (~mask).bool()
good = not hidden[0]
assert good, (
    "the first word is no padding"
)  # raises AssertionError: the first
