# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttention
from attention.examples import inputs
from attention.plotting import heatmap

torch.manual_seed(123)
layer = MultiHeadAttention(3, 3, 6, 0.0, 1)

update = layer(inputs)
x = inputs + update
rows = torch.stack([inputs[1], update[1], x[1]])
names = ["journey", "update", "sum"]
heatmap(rows, rows=names, columns=[""] * 3, colour=None)
plt.show()
