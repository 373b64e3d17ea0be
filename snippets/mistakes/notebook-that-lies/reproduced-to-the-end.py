import torch
from attention.examples import inputs

torch.manual_seed(123)
draws = [torch.randn(3, 2) for _ in range(6)]
query, keys, values = (
    inputs[1] @ draws[0],
    inputs @ draws[1],
    inputs @ draws[3],
)

scores = keys @ query
weights = torch.softmax(scores / 2**0.5, dim=0)
print("omega_22", scores[1])
print("scores  ", scores)
print("weights ", weights)
print("context ", weights @ values)
