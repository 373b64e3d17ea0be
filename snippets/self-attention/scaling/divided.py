import torch

torch.manual_seed(123)
x = torch.rand(4, 512)

scaled = x @ x[2] / 512**0.5
weights = torch.softmax(scaled, dim=-1)
print(scaled)
print(weights)
print("still the input:", torch.allclose(weights @ x, x[2], atol=1e-2))
