import torch
from attention import inputs, tokens

weights = torch.softmax(inputs @ inputs[1], dim=0)

context = torch.zeros(3)
for token, weight, value in zip(tokens, weights, inputs, strict=True):
    term = weight * value
    context += term
    print(f"{weight:.4f} of {token:8}", term)
print("their sum".ljust(18), context)
