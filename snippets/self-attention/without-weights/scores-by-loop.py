import torch
from attention import inputs, tokens

query = inputs[1]  # journey
scores = torch.empty(6)
for j, key in enumerate(inputs):
    scores[j] = torch.dot(query, key)
    print(f"{tokens[j]:8}", scores[j])
