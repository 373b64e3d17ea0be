import torch
from attention import inputs

scores = inputs @ inputs[1]
for temperature in (0.01, 0.1, 1, 10, 1000):
    weights = torch.softmax(scores / temperature, dim=0)
    print(f"{temperature:5}  ", *(f"{weight:.4f}" for weight in weights))
