# pip install attention-verified
import torch

scores = torch.tensor([0.0, 2.0, 1.0, 3.0])
before = torch.softmax(scores[:3], dim=0)
after = torch.softmax(scores, dim=0)
print(before)
print(after)
print(after[:3] / before)
