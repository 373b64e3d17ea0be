import torch
from attention.examples import inputs
from attention.plotting import heatmap
from matplotlib import pyplot as plt

x = inputs[:, 0]
ranks = (x[:, None] > x).sum(dim=-1).float()
places = torch.arange(6.0)
queries = torch.stack([2 * places, torch.ones(6)], dim=-1)
keys = torch.stack([ranks, -(ranks**2)], dim=-1)
weights = torch.softmax(queries @ keys.T / 0.5, dim=-1)

heatmap(
    weights,
    rows=["1st", "2nd", "3rd", "4th", "5th", "6th"],
    columns=[f"{number:.2f}" for number in x],
    outline=places[:, None] == ranks,
)
plt.show()
