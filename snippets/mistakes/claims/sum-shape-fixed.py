import torch

numbers = torch.tensor([1, 2, 3])
kept = numbers.sum(dim=0, keepdim=True)

print(kept, kept.shape)
print(numbers.sum(dim=0).item())
