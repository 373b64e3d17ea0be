# pip install "attention-verified[plot]"
import math

import matplotlib.pyplot as plt
import torch
from attention import rotary_frequencies
from attention.plotting import COLOURS

speeds = rotary_frequencies(128)
_, axes = plt.subplots(2, 3, figsize=(4.2, 3.6), layout="constrained")
for ax, pair in zip(axes.flat, (0, 40, 46, 52, 58, 63), strict=True):
    for until, style in (
        (8192, {"color": "#CC3311", "linewidth": 8, "alpha": 0.5}),
        (2048, {"color": COLOURS["query"], "linewidth": 3}),
    ):
        angle = until * speeds[pair].item()
        turn = torch.linspace(0, min(angle, math.tau), 200)
        ax.plot(turn.cos().tolist(), turn.sin().tolist(), **style)
    ax.set(aspect="equal", xlim=(-1.3, 1.3), ylim=(-1.3, 1.3))
    ax.set_title(f"pair {pair}", fontsize=11)
    ax.axis("off")
plt.show()
