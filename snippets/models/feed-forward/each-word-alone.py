# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import FeedForward, MultiHeadAttention
from attention.examples import inputs, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
layers = {
    "attention": MultiHeadAttention(3, 3, 6, 0.0, 1),
    "feed-forward": FeedForward(3, 12),
}
other = inputs.clone()
other[1] = torch.tensor([0.9, 0.1, 0.4])  # another second word

moved = torch.stack(
    [(f(inputs) - f(other)).norm(dim=-1) for f in layers.values()], dim=1
)
heatmap(moved, rows=tokens, columns=list(layers), colour=None)
plt.show()
