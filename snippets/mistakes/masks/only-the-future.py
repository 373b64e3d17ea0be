# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_scores, tokens
from attention.plotting import heatmap

mask = causal_mask(6)
hidden = seeded_scores(SelfAttentionV2, 789).masked_fill(mask, -torch.inf)
weights = torch.softmax(hidden, dim=-1)

axes = heatmap(weights, rows=tokens, columns=tokens, outline=mask)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
