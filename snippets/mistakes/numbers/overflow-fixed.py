import torch
from attention.examples import inputs

scores = (10 * inputs) @ (10 * inputs).T
shifted = scores - scores.max(dim=-1, keepdim=True).values
exponentials = torch.exp(shifted)
weights = exponentials / exponentials.sum(dim=-1, keepdim=True)

print(weights[1].round(decimals=4))
by_torch = torch.softmax(scores, dim=-1)
print("as torch.softmax:", torch.allclose(weights, by_torch, atol=1e-6))
