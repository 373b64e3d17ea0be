import torch

d_model = 6
two_i = torch.arange(0, d_model, 2)
print(two_i)
print(10000 ** (-two_i / d_model))
