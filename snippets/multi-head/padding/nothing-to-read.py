# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, combine_masks
from attention.plotting import heatmap

padding_left = torch.tensor([[False, False, True, True]])  # in front
mask = combine_masks(causal_mask(4), padding_left)
empty = ~mask.any(dim=-1, keepdim=True)

words = ["pad", "pad", "your", "journey"]
style = {"rows": words, "columns": words, "colour": None, "decimals": 0}
axes = heatmap(mask.float(), **style, outline=empty.expand(4, 4))
axes.set(xlabel="keys", ylabel="queries")
plt.show()
