import torch
from attention import sinusoidal_positions

table = sinusoidal_positions(torch.arange(1101), d_model=64)
for k in (0, 1, 5, 100):
    products = [table[p] @ table[p + k] for p in (0, 10, 1000)]
    print(f"{k:3} apart:", " ".join(f"{x:.4f}" for x in products))
