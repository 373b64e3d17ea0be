# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import position_table, tokens
from attention.plotting import heatmap

words = [*tokens, *[""] * 10]
rows = [f"{word}  {p}" for p, word in enumerate(words)]
_, axes = plt.subplots(figsize=(4.2, 5), layout="constrained")
columns = [""] * 3
heatmap(position_table, rows=rows, columns=columns, colour=None, ax=axes)
axes.set_aspect(0.4)
axes.set_xlabel(f"{list(position_table.shape)}")
plt.show()
