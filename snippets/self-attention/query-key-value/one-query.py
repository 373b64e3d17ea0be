# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)
from attention.plotting import COLOURS, arrows

query = plane_queries[7]  # it asks
weights = torch.softmax(plane_keys @ query / 2**0.5, dim=-1)
context = weights @ plane_values
outline = plane_values[[0, 1, 7, 3]]  # around all other values

panels = [["keys", "values"], ["weights", "weights"]]
_, axes = plt.subplot_mosaic(panels, figsize=(4.2, 4.4), layout="tight")
arrows(
    torch.stack([*plane_keys[[0, 1, 3]], query]),
    labels=["ada", "sold", "boat", "query of it"],
    colours=["key"] * 3 + ["query"],
    ax=axes["keys"],
)
bars = axes["weights"].barh(
    plane_tokens, weights.tolist(), color=COLOURS["weight"]
)
axes["weights"].bar_label(bars, fmt="%.4f", padding=3)
axes["weights"].set(xlim=(0, 1.2), xticks=(0, 0.5, 1))
axes["weights"].invert_yaxis()
axes["values"].fill(*outline.T.tolist(), color=COLOURS["value"], alpha=0.2)
axes["values"].plot(*plane_values.T.tolist(), "o", color=COLOURS["value"])
axes["values"].plot(*context.tolist(), "^", color=COLOURS["context"])
axes["values"].set(xlim=(-2, 6.5), ylim=(-3, 5))
for word, value in zip(
    plane_tokens[0:4:3], plane_values[0:4:3], strict=True
):
    axes["values"].text(*(value + 0.3).tolist(), word)
for name, panel in axes.items():
    panel.set_title(name)
plt.show()
