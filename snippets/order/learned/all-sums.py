# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import inputs, position_table, tokens
from attention.plotting import heatmap

X = inputs + position_table[:6]

_, axes = plt.subplots(1, 3, figsize=(4.4, 2.6))
plt.subplots_adjust(0.16, 0.01, 0.99, 0.9, wspace=0.08)
parts = {"words": inputs, "+ positions": position_table[:6], "= X": X}
for ax, (title, matrix) in zip(axes, parts.items(), strict=True):
    rows = tokens if title == "words" else [""] * 6
    heatmap(matrix, rows=rows, columns=[""] * 3, colour=None, ax=ax)
    ax.set_title(title)
plt.show()
