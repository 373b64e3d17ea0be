import torch

torch.manual_seed(123)
logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()

ends = torch.softmax(logits, dim=-1).cumsum(dim=-1)
numbers = torch.rand(10_000)  # evenly from 0 to 1
ids = torch.searchsorted(ends, numbers, right=True)

print(ends)
print(numbers[:5], ids[:5])
print(torch.bincount(ids) / 10_000)
