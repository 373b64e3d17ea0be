import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
weights = torch.softmax(x @ x.T, dim=-1)

for row in weights:
    print("  ".join(f"{weight:.2e}" for weight in row))
print("bit for bit the input:", torch.equal(weights @ x, x))
