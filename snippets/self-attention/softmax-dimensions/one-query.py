import torch
from attention import inputs

scores = inputs[1:2] @ inputs.T  # (1, 6): journey alone
weights = torch.softmax(scores, dim=0)

print(weights)
print(weights @ inputs)
print(inputs.sum(dim=0))
