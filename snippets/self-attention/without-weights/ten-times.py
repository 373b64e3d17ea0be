import torch
from attention import inputs, tokens

scores = (10 * inputs) @ (10 * inputs).T
weights = torch.softmax(scores, dim=-1)

print("largest score of journey:", scores[1].max())
for token, row in zip(tokens, weights, strict=True):
    print(f"{token:8}", " ".join(f"{weight:.2f}" for weight in row))
print("scores of journey, divided by their sum:")
print(scores[1] / scores[1].sum())
