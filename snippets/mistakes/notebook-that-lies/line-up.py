# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs
from attention.plotting import heatmap

torch.manual_seed(123)
draws = torch.stack([torch.randn(3, 2) for _ in range(6)])
made = inputs[1] @ draws  # by each draw, a vector of journey

printed = {  # first rows of the matrices, and what belongs to journey
    "W_query": (draws[:, 0], [-0.9724, -0.7550]),
    "W_key": (draws[:, 0], [-0.4796, -0.5166]),
    "W_value": (draws[:, 0], [-0.9601, -0.4087]),
    "query": (made, [-1.1729, -0.0048]),
    "key": (made, [-0.1142, -0.7676]),
    "value": (made, [-0.5401, 0.4147]),
}
columns = [(a - torch.tensor(b)).abs().amax(1) for a, b in printed.values()]
distances = torch.stack(columns, dim=1).round(decimals=4)
names = [f"draw {number}" for number in range(1, 7)]
same = distances < 2e-4
heatmap(
    distances, rows=names, columns=[*printed], colour=None, outline=same
)
plt.show()
