import torch

allowed = torch.tril(torch.ones(6, 6), diagonal=1).bool()
good = torch.equal(allowed.sum(dim=-1), torch.arange(1, 7))
assert good, "word i must read i words"  # raises AssertionError: word i
