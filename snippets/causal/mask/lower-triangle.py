import torch

allowed = torch.tril(torch.ones(6, 6))  # 1 on the diagonal and below it

print(allowed)
print("pairs:", allowed.numel(), "allowed:", int(allowed.sum()))
