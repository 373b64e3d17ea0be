import torch
from attention import inputs

scores = inputs @ inputs[1]
weights = torch.softmax(scores, dim=0)
journey, one = 1, 4
difference = scores[journey] - scores[one]

print(f"difference of scores:   {difference:.4f}")
print(f"its exponential:        {torch.exp(difference):.4f}")
print(f"ratio of their weights: {weights[journey] / weights[one]:.4f}")
