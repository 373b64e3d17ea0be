import torch

mask = torch.tensor([1, 1, 1, 0])  # three words, then padding
hidden = (~mask).bool()
good = not hidden.all()
assert good, (
    "a sentence is not padding alone"
)  # raises AssertionError: a sentence
