import torch
from attention import inputs

scores = inputs @ inputs[1]
exponentials = torch.exp(scores)
weights = exponentials / exponentials.sum()

print(exponentials)
print(weights)
print(f"sum: {weights.sum():.4f}")
