import torch

d_model = 6
frequencies = 10000 ** (-torch.arange(0, d_model, 2) / d_model)
angles = torch.arange(6)[:, None] * frequencies  # (6, 1) * (3,)

print(frequencies)
for position, row in enumerate(angles):
    print(position, row)
