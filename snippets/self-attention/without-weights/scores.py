import torch
from attention.examples import inputs, tokens

query = inputs[1]  # journey
for token, key in zip(tokens, inputs, strict=True):
    print(f"{token:8}", torch.dot(query, key))

print(inputs @ query)  # (6, 3) @ (3,) -> (6,)
