import torch

total = torch.tensor([1, 2, 3]).sum(dim=0)

print(total, total.shape)
print(total[0])  # raises IndexError: invalid index of a 0-dim tensor
