import torch

d_model = 3
frequencies = 10000 ** (-torch.arange(0, d_model, 2) / d_model)
angles = torch.arange(6)[:, None] * frequencies
print(angles.shape)

table = torch.zeros(6, d_model)
table[:, 0::2] = torch.sin(angles)
table[:, 1::2] = torch.cos(angles)  # raises RuntimeError: The expanded size
