import torch
from attention.examples import inputs, tokens

scores = inputs @ inputs.T
for i, token in enumerate(tokens):
    length, itself, journey = inputs[i].norm(), scores[i, i], scores[i, 1]
    print(f"{token:8} {length:.4f}  {itself:.4f}  {journey:.4f}")

directions = inputs / inputs.norm(dim=-1, keepdim=True)  # all of length 1
largest = torch.softmax(directions @ directions.T, dim=-1).argmax(dim=-1)
print("equal lengths, largest at:", largest)
