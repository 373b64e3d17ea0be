import torch

a, b = torch.tensor(3.0), torch.tensor(1.0)
weight = torch.softmax(torch.stack([a, b]), dim=0)[0]

print(f"softmax: {weight:.4f}")
print(f"sigmoid: {torch.sigmoid(a - b):.4f}")
print(f"difference for 0.99: {torch.logit(torch.tensor(0.99)):.4f}")
