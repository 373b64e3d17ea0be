# pip install "attention-verified[plot]"
import math

import matplotlib.pyplot as plt
import torch

plt.rc("font", size=11)
_, axes = plt.subplots(figsize=(4.2, 4.2), layout="constrained")
circle = torch.linspace(0, math.tau, 100)
axes.plot(circle.sin().tolist(), circle.cos().tolist(), color="#888888")
for p, far in ((0, 0.92), (3, 0.84), (1000, 0.76)):
    arc = torch.linspace(p, p + 2, 40)
    x, y = far * arc.sin(), far * arc.cos()
    axes.plot(x.tolist(), y.tolist(), linewidth=2, color="#CC3311")
    last = [(float(x[i]), float(y[i])) for i in (-1, -4)]
    style = {"arrowstyle": "->", "color": "#CC3311", "linewidth": 2}
    axes.annotate("", last[0], last[1], arrowprops=style)
    for position, fill, aside in (
        (p, "full", 0.15),
        (p + 2, "none", -0.15),
    ):
        at = (math.sin(position), math.cos(position))
        axes.plot(*at, "o", color="#997700", fillstyle=fill, markersize=8)
        beside = position + aside  # 3 and 1002 are close
        label = (1.16 * math.sin(beside), 1.16 * math.cos(beside))
        axes.text(*label, position, ha="center", va="center")
axes.set(xlim=(-1.35, 1.35), ylim=(-1.3, 1.3), aspect="equal")
axes.set_axis_off()
plt.show()
