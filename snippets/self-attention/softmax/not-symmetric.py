import torch
from attention import inputs

queries, keys = inputs[:2], inputs  # two words ask six
scores = queries @ keys.T

for dim in (0, -1):
    weights = torch.softmax(scores, dim=dim)
    print(f"dim={dim}:", weights.shape, "row sums", weights.sum(dim=-1))
