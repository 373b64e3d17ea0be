# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import FeedForward
from attention.plotting import heatmap

network = FeedForward(2, 2, activation=torch.nn.ReLU())
network.load_state_dict(
    {
        "layers.0.weight": torch.tensor([[1.0, 1.0], [1.0, 1.0]]),
        "layers.0.bias": torch.tensor([0.0, -1.0]),
        "layers.2.weight": torch.tensor([[1.0, -2.0], [0.0, 0.0]]),
        "layers.2.bias": torch.tensor([0.0, 0.0]),
    }
)
tokens = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
either = network(tokens)[:, :1]

ones = torch.ones(4, 1)  # for the bias
features = torch.cat([tokens, ones], dim=1)
linear = features @ torch.linalg.lstsq(features, either).solution
linear = linear.round(decimals=3)

_, axes = plt.subplots(1, 2, figsize=(4.4, 2.5), layout="constrained")
parts = {"network": either, "closest linear layer": linear}
for ax, (title, outputs) in zip(axes, parts.items(), strict=True):
    names = ["0", "1"]
    style = {"rows": names, "columns": names, "colour": None, "decimals": 1}
    heatmap(outputs.reshape(2, 2), **style, ax=ax)
    ax.collections[0].set_clim(0, 1)
    ax.tick_params(axis="x", rotation=0)
    ax.set(title=title, xlabel="second feature", ylabel="first")
plt.show()
