import torch
from attention.examples import inputs

x = inputs[:, 0]
ranks = (x[:, None] > x).sum(dim=-1).float()  # how many are smaller
places = torch.arange(6.0)
queries = torch.stack([2 * places, torch.ones(6)], dim=-1)
keys = torch.stack([ranks, -(ranks**2)], dim=-1)

print(ranks)
for temperature in (2.0, 0.5, 0.05):
    weights = torch.softmax(queries @ keys.T / temperature, dim=-1)
    print(f"{temperature:4}", weights @ x)
assert torch.allclose(weights @ x, x.sort().values, atol=1e-6)
