import torch

torch.manual_seed(123)
x = torch.rand(4, 512)

weights = torch.softmax(x @ x[2], dim=-1)
print(" ".join(f"{weight:.2e}" for weight in weights))
