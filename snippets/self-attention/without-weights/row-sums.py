import torch
from attention import inputs, tokens

weights = torch.softmax(inputs @ inputs.T, dim=-1)

for token, total in zip(tokens, weights.sum(dim=-1), strict=True):
    print(f"{token:8} {total:.4f}")
