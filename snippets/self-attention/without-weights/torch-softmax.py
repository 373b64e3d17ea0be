import torch
from attention import inputs

scores = inputs @ inputs[1]
weights = torch.softmax(scores, dim=0)

print(weights)
by_hand = torch.exp(scores) / torch.exp(scores).sum()
print(torch.allclose(weights, by_hand, atol=1e-6))
