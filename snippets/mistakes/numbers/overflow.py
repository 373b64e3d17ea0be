import torch
from attention.examples import inputs

scores = (10 * inputs) @ (10 * inputs).T
exponentials = torch.exp(scores)
weights = exponentials / exponentials.sum(dim=-1, keepdim=True)

print(scores[1])
print(exponentials[1].isinf())
print(weights[1])
