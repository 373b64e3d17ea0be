import torch
from attention.examples import inputs

scores = inputs @ inputs.T
by_loops = torch.tensor([[x @ y for y in inputs] for x in inputs])
print(scores, torch.allclose(by_loops, scores))

weights = torch.softmax(scores, dim=-1)
print(weights, weights.sum(dim=-1))

contexts = weights @ inputs
print(contexts)
