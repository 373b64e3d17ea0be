# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import heatmap, inputs, position_table, tokens

X = inputs + position_table[:6]

size = {"figsize": (6.6, 3), "layout": "constrained"}
_, axes = plt.subplots(1, 3, **size)
parts = {"words": inputs, "+ positions": position_table[:6], "= X": X}
for ax, (title, matrix) in zip(axes, parts.items(), strict=True):
    rows = range(6) if title == "+ positions" else tokens
    labels = {"rows": [str(row) for row in rows], "columns": [""] * 3}
    heatmap(matrix, **labels, colour=None, ax=ax)
    ax.set_title(title)
plt.show()
