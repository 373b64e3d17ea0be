import torch

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])

for temperature in (0.1, 0.5, 1, 2, 10, 1000):
    weights = torch.softmax(scores / temperature, dim=-1)
    print(f"{temperature:5}  ", *(f"{weight:.4f}" for weight in weights))
