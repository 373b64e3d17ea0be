# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, masked_attention_weights
from attention.examples import plane_keys, plane_queries, plane_tokens
from attention.plotting import heatmap

words, later = plane_tokens, ~causal_mask(8)
scores = plane_queries @ plane_keys.T / 2**0.5
before = scores.softmax(dim=-1)
after = masked_attention_weights(scores, ~later)
after = after.masked_fill(later, torch.nan)  # draws no cell

_, (left, right) = plt.subplots(
    1, 2, figsize=(4.2, 2.7), layout="constrained"
)
heatmap(before, rows=words, columns=words, decimals=None, ax=left)
heatmap(after, rows=[""] * 8, columns=words, decimals=None, ax=right)
left.set_title("all words", fontsize=12)
right.set_title("words so far", fontsize=12)
left.tick_params(axis="x", rotation=90)
right.tick_params(axis="x", rotation=90)
plt.show()
