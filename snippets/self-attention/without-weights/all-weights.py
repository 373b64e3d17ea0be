import torch
from attention import inputs

scores = inputs @ inputs.T
weights = torch.softmax(scores, dim=-1)

print(weights)
