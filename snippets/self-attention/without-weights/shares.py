import torch
from attention.examples import inputs

scores = inputs @ inputs[1]
exponentials = torch.exp(scores)
weights = exponentials / exponentials.sum()

print("divided by the sum:", scores / scores.sum())
print("exponentials first:", weights)
print("torch.softmax:     ", torch.softmax(scores, dim=-1))
print(f"sum: {weights.sum():.4f}")
