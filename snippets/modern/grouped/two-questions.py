# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_keys, plane_tokens
from attention.plotting import heatmap

person, thing = [2.0, 0.0], [0.0, 2.0]  # what each head asks for
queries = torch.tensor([person, thing])
weights = torch.softmax(queries @ plane_keys.T / 2**0.5, dim=-1)
rows = ["head 0 asks\nfor a person", "head 1 asks\nfor a thing"]
axes = heatmap(weights, rows=rows, columns=plane_tokens)
axes.set_title("same keys, two queries", size=11)
plt.show()
