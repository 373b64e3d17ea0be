import torch
from attention.examples import inputs, tokens

weights = torch.softmax(inputs @ inputs[1], dim=-1)

for token, weight, value in zip(tokens, weights, inputs, strict=True):
    print(f"{weight:.4f} of {token:8}", weight * value)
print("their sum         ", weights @ inputs)  # (6,) @ (6, 3) -> (3,)
