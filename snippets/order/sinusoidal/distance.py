import matplotlib.pyplot as plt
import torch
from attention import curves, sinusoidal_positions

for k in (0, 1, 5, 100):
    start = torch.tensor([0, 10, 1000])
    here = sinusoidal_positions(start, d_model=64)
    there = sinusoidal_positions(start + k, d_model=64)
    products = (here * there).sum(dim=-1)
    print(f"{k:3} apart:", " ".join(f"{p:.4f}" for p in products))

apart = torch.arange(-60, 61)
here = sinusoidal_positions(torch.tensor(500), d_model=64)
there = sinusoidal_positions(500 + apart, d_model=64)
names = {"xlabel": "positions apart", "ylabel": "dot product"}
curves(apart, {"64 features": there @ here}, **names)
plt.show()
