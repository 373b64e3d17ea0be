# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import rotate, sinusoidal_positions

torch.manual_seed(123)
queries, keys = torch.randn(2, 6, 8, dtype=torch.float64)


def added(x, positions):
    return x + sinusoidal_positions(positions, 8, dtype=x.dtype)


here, there = torch.arange(6), torch.arange(6) + 1000
same = {"sharex": True, "sharey": True, "layout": "constrained"}
_, panels = plt.subplots(2, figsize=(4.2, 6.4), **same)
forms = (("turned", rotate), ("added", added))
for ax, (name, place) in zip(panels, forms, strict=True):
    scores = place(queries, here) @ place(keys, here).T
    moved = place(queries, there) @ place(keys, there).T
    ax.axline((0, 0), slope=1, color="#888888", linewidth=1)
    ax.scatter(scores, moved, s=12, color="black")
    ax.set(title=name, xlabel="score", aspect="equal")
    ax.set_ylabel("1,000 tokens later")
    ax.tick_params(labelbottom=True)
plt.show()
