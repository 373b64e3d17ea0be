import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
scores = x @ x[2]

difference = scores[0] - scores[2]
print(f"difference: {difference:.2f}")
print(f"its exponential: {torch.exp(difference):.2e}")
