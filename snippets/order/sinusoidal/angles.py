import torch

frequencies = 10000 ** (-torch.arange(0, 6, 2) / 6)
angles = torch.arange(6)[:, None] * frequencies  # (6, 1) * (3,)
for place, row in enumerate(angles):
    print(place, row)
