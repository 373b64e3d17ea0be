import torch
from attention.examples import inputs

scores = inputs @ inputs.T
your, journey = 0, 1
weights = torch.softmax(scores, dim=-1)
print(f"answer: {weights[your, journey]:.4f}")

other_row = weights[journey, your]
no_exp = (scores / scores.sum(dim=-1, keepdim=True))[your, journey]
all_pairs = torch.softmax(scores.flatten(), dim=0)[1]
print(f"the score, not its share of the row: {scores[your, journey]:.4f}")
print(f"the other row, or the wrong dimension: {other_row:.4f}")
print(f"divided by the sum, without exponentials: {no_exp:.4f}")
print(f"shared out over all 36 pairs, not over the row: {all_pairs:.4f}")
