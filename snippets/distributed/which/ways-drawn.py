import matplotlib.pyplot as plt
from attention.distributed import (
    SHAPES,
    WAYS,
    bytes_kept,
    bytes_sent,
    step_operations,
)
from attention.plotting import COLOURS

shape, ranks, tokens = SHAPES["Llama 3 70B"], 64, 8192
ways = [way for way in WAYS if way != "experts"]  # it has none
keeps = [bytes_kept(shape, way, ranks, tokens).total / 1e9 for way in ways]
sends = [bytes_sent(shape, way, ranks, tokens) / 50e9 for way in ways]
computes = step_operations(shape, tokens) / 989e12
_, axes = plt.subplots(
    1, 2, figsize=(7.2, 3), sharey=True, layout="constrained"
)
for ax, values, line, least, title in (
    (axes[0], keeps, 80, 1, "GB on each GPU"),
    (axes[1], sends, computes, 0.1, "seconds to send, at 50 GB/s"),
):
    colours = [
        COLOURS["context"] + ("ff" if v <= line else "60") for v in values
    ]
    ax.barh(ways, values, color=colours)
    ax.axvline(line, color=COLOURS["score"], linewidth=1.5)
    for y, value in enumerate(values):
        text = f" {value:.1f}" if value >= 1 else f" {value:.2f}"
        ax.text(value, y, text, va="center", fontsize=10.5)
    ax.set(xscale="log", title=title)
    ax.title.set_fontsize(10.5)
    ax.tick_params(labelsize=10.5)
    ax.set_xlim(least, max(values) * 8)
axes[0].invert_yaxis()
plt.show()
