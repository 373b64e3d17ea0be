import torch
from attention.examples import inputs

queries, keys = inputs[:2], inputs  # two words ask six
scores = queries @ keys.T

for dim in (0, -1):
    weights = torch.softmax(scores, dim=dim)
    sums = " ".join(f"{s:.4f}" for s in weights.sum(dim=-1))
    print(f"dim={dim}: shape {tuple(weights.shape)}, row sums {sums}")
