import torch

scores = torch.tensor([1.0, 2.0, 3.0])
for shift in (0, 10, 1000):
    shifted = scores + shift
    divided = shifted / shifted.sum()
    print(f"{shift:4} added:", divided, torch.softmax(shifted, dim=0))
