# pip install attention-verified
import torch
from attention import inputs

scores = inputs @ inputs[1]  # of journey
exponentials = torch.exp(scores)
weights = exponentials / exponentials.sum()

print(scores)
print(weights)
print(torch.allclose(weights, torch.softmax(scores, dim=0), atol=1e-6))
