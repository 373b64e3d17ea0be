import torch
from attention import toy_tokens

scores = torch.full((7,), -torch.inf)  # no share at all
scores[0] = 0.0  # your
scores[6] = -0.6931  # step
scores[2] = -0.6931 - 1.0986  # starts

weights = torch.softmax(scores, dim=0)
for token, weight in zip(toy_tokens, weights, strict=True):
    print(f"{token:8} {weight:.4f}")
