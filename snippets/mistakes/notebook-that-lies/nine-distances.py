# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs
from attention.plotting import heatmap

W_query = [[-0.9724, -0.7550], [0.3239, -0.1085], [0.2103, -0.3908]]
W_key = [[-0.4796, -0.5166], [-0.3107, 0.2057], [0.9657, 0.7057]]
W_value = [[-0.9601, -0.4087], [1.0764, -0.4015], [-0.7291, -0.1218]]
query, key, value = (
    [-1.1729, -0.0048],
    [-0.1142, -0.7676],
    [-0.5401, 0.4147],
)

made = inputs[1] @ torch.tensor([W_query, W_key, W_value])  # (3, 2)
printed = torch.tensor([query, key, value])
distances = (made[:, None] - printed).abs().amax(dim=-1)
distances = distances.round(decimals=4)
print(distances)
heatmap(
    distances,
    rows=["W_query", "W_key", "W_value"],
    columns=["query", "key", "value"],
    colour=None,
    outline=torch.eye(3, dtype=torch.bool),
)
plt.show()
