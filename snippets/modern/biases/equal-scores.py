# pip install attention-verified
import torch

distance = torch.tensor([5.0, 4.0, 3.0, 2.0, 1.0, 0.0])
scores = torch.zeros(6)  # six words, and none matches better
for slope in (0, 1 / 8, 1 / 2):
    weights = torch.softmax(scores - slope * distance, dim=-1)
    print(f"{slope:5}:", " ".join(f"{weight:.2f}" for weight in weights))
