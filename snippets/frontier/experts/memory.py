# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import MixtureOfExperts, Router, SwiGLU
from attention.loaders import shapes_only
from attention.plotting import COLOURS

stored, used = [], []
for top_k in (1, 2, 4, 8):
    with shapes_only():
        experts = [SwiGLU(64, 128) for _ in range(8)]
        layer = MixtureOfExperts(Router(64, 8, top_k), experts)
    one = sum(p.numel() for p in experts[0].parameters())
    stored.append(sum(p.numel() for p in layer.parameters()))
    used.append(stored[-1] - (8 - top_k) * one)
_, axes = plt.subplots(
    1, 2, figsize=(4.6, 2.6), sharey=True, layout="constrained"
)
for ax, title, numbers, colour in (
    (axes[0], "weights in memory", stored, "key"),
    (axes[1], "weights a token uses", used, "query"),
):
    bars = ax.barh(range(4), numbers, color=COLOURS[colour], height=0.5)
    ax.bar_label(
        bars, [f"{n:,}" for n in numbers], padding=3, fontsize=11.2
    )
    ax.set_title(title, fontsize=11.2)
    ax.set(xticks=[], xlim=(0, 1.6 * max(stored)), yticks=range(4))
    ax.spines[:].set_visible(False)
axes[0].set_yticks(
    range(4), [f"k = {k}" for k in (1, 2, 4, 8)], fontsize=11.2
)
axes[0].invert_yaxis()
plt.show()
