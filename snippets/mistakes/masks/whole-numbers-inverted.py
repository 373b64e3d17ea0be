import torch

mask = torch.tensor([1, 1, 1, 0])  # three words, then padding
print(~mask)
print((~mask).bool())
