import torch

d = 64
query, keys = torch.ones(d), torch.ones(4, d)
scores = keys @ query

print(scores, torch.softmax(scores, dim=0))
scaled = scores / d**0.5
print(scaled, torch.softmax(scaled, dim=0))
