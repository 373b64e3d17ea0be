# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, masked_attention_weights
from attention.examples import tokens
from attention.plotting import heatmap

scores = torch.zeros(2, 6, 6)
for word in range(6):
    scores[0, word, max(word - 1, 0)] = 4.0  # head 0: the word before
    scores[1, word, 0] = 4.0  # head 1: the first word
weights = masked_attention_weights(scores, causal_mask(6))

size = {"figsize": (4.2, 8.2), "layout": "constrained"}
_, axes = plt.subplots(2, 1, **size)
for head, ax in enumerate(axes):
    heatmap(weights[head], rows=tokens, columns=tokens, ax=ax)
    ax.set_xlabel(f"head {head}")
plt.show()
