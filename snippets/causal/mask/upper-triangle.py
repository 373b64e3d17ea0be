import torch

blocked = torch.triu(torch.ones(6, 6), diagonal=1)  # 1 above the diagonal

print(blocked)
allowed = torch.tril(torch.ones(6, 6))
print(torch.equal(blocked.bool(), ~allowed.bool()))
