# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import toy_keys, toy_queries, toy_tokens
from attention.plotting import heatmap

claimed = torch.tensor([0.6, 0, 0.1, 0, 0, 0, 0.3])
computed = torch.softmax(toy_keys @ toy_queries[1] / 3**0.5, dim=0)

both = torch.stack([claimed, computed])
heatmap(both, rows=["claimed", "computed"], columns=toy_tokens)
plt.show()
