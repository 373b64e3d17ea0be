# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2, heatmap, seeded_scores, tokens

blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
scores = seeded_scores(SelfAttentionV2, 789).masked_fill(
    blocked, -torch.inf
)
weights = torch.softmax(scores, dim=-1)

axes = heatmap(weights, rows=tokens, columns=tokens, outline=blocked)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
