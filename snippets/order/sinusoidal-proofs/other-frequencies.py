import torch

d_model, pairs = 512, 256
two_i = torch.arange(0, d_model, 2)
paper = 10000 ** (-two_i / d_model)
other = 10000 ** (-torch.arange(pairs) / (pairs - 1))

for i in (0, 128, 255):
    print(f"pair {i:3}: {paper[i]:.3e} {other[i]:.3e}")
