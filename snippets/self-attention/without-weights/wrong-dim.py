import torch
from attention import inputs, tokens

scores = inputs @ inputs.T
weights = torch.softmax(scores, dim=0)  # wrong: down the columns

for token, total in zip(tokens, weights.sum(dim=-1), strict=True):
    print(f"{token:8} {total:.4f}")
print("context of journey:", (weights @ inputs)[1])
