import torch
from attention.examples import inputs, tokens

scores = (10 * inputs) @ (10 * inputs).T
weights = torch.softmax(scores, dim=-1)

print("journey with itself:", scores[1, 1])
for token, row in zip(tokens, weights, strict=True):
    print(f"{token:8}", " ".join(f"{weight:.2f}" for weight in row))
print("divided by the sum: ", scores[1] / scores[1].sum())
