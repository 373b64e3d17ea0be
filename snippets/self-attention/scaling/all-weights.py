import torch

torch.manual_seed(123)
x = torch.rand(4, 512)

for row in torch.softmax(x @ x.T, dim=-1):
    print("  ".join(f"{weight:.2e}" for weight in row))
