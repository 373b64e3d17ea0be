# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import heatmap, sinusoidal_positions

table = sinusoidal_positions(torch.arange(40), d_model=24)

rows = [str(p) if p % 10 == 0 else "" for p in range(40)]
columns = [str(i) if i % 8 == 0 else "" for i in range(24)]
labels = {"rows": rows, "columns": columns, "colour": None}
axes = heatmap(table, **labels, decimals=None)
axes.set(xlabel="feature (pale: -1, dark: 1)", ylabel="position")
plt.show()
