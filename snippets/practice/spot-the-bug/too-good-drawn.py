import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_scores, tokens
from attention.plotting import heatmap

later = torch.ones(6, 6).triu(diagonal=2).bool()
scores = seeded_scores(SelfAttentionV2, 123).masked_fill(later, -torch.inf)
weights = torch.softmax(scores, dim=-1)

outline = ~causal_mask(6) & ~later  # should be hidden, and is not
axes = heatmap(weights, rows=tokens, columns=tokens, outline=outline)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
