import torch
from attention.examples import inputs

query = inputs[1]
by_loop = sum(x * y for x, y in zip(inputs[0], query, strict=True))
print(by_loop, torch.dot(inputs[0], query))

weights = torch.softmax(inputs @ query, dim=0)
context = torch.zeros(3)
for weight, word in zip(weights, inputs, strict=True):
    context += weight * word
print(context)
