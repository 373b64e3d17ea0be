import torch

torch.manual_seed(123)
x = torch.rand(4, 512)  # four words, each its own query and key
scores = x @ x[2]
weights = torch.softmax(scores, dim=-1)

print(scores)
print(" ".join(f"{weight:.2e}" for weight in weights))
