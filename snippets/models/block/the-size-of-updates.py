# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import FeedForward, LayerNorm, MultiHeadAttention
from attention.examples import inputs, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
norm_1, norm_2 = LayerNorm(3), LayerNorm(3)
attention = MultiHeadAttention(3, 3, 6, 0.0, 1)
feed_forward = FeedForward(3, 12)

with torch.no_grad():
    gathered = attention(norm_1(inputs))
    x = inputs + gathered
    computed = feed_forward(norm_2(x))

_, axes = plt.subplots(2, 2, figsize=(4.8, 8), layout="constrained")
names = ("words", "+ attention", "+ feed-forward", "= result")
parts = (inputs, gathered, computed, x + computed)
for ax, name, part in zip(axes.flat, names, parts, strict=True):
    heatmap(part, rows=tokens, columns=["", "", ""], colour=None, ax=ax)
    ax.set_xlabel(name)
plt.show()
