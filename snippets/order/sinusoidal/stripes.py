# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import sinusoidal_positions
from attention.plotting import heatmap

table = sinusoidal_positions(torch.arange(30), d_model=20)

rows = [str(p) if p % 10 == 0 else "" for p in range(30)]
columns = [str(i) if i % 4 == 0 else "" for i in range(20)]
labels = {"rows": rows, "columns": columns, "colour": None}
axes = heatmap(table, **labels, decimals=None)
axes.set(xlabel="feature (pale: -1, dark: 1)", ylabel="position")
plt.show()
