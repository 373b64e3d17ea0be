import torch
from torch.nn.functional import normalize

torch.manual_seed(0)
d, num_keys = 64, 128
keys = normalize(torch.randn(num_keys, d), dim=-1)
values = torch.randn(num_keys, d)
state = keys.mT @ values  # 64 x 64

read = keys @ state
error = (read - values).norm(dim=-1) / values.norm(dim=-1)
nearest = torch.cdist(read, values).argmin(dim=-1)
right = (nearest == torch.arange(num_keys)).sum()
print(f"error / length of the value: {error.mean():.1f}")
print(f"nearest value is the right one: {right} of {num_keys}")
