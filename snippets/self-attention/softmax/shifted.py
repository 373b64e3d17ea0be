import torch

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])

for shift in (0, 10, 1000):
    print(f"{shift:4} added:", torch.softmax(scores + shift, dim=-1))
