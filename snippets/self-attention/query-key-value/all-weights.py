# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_keys, plane_queries, plane_tokens
from attention.plotting import heatmap

weights = torch.softmax(plane_queries @ plane_keys.T / 2**0.5, dim=-1)
largest = weights.isclose(weights.amax(dim=-1, keepdim=True))

axes = heatmap(
    weights, rows=plane_tokens, columns=plane_tokens, outline=largest
)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
