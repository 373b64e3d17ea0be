import torch
from attention import inputs

scores = torch.empty(6, 6)
for i, query in enumerate(inputs):
    for j, key in enumerate(inputs):
        scores[i, j] = torch.dot(query, key)

print(scores)
