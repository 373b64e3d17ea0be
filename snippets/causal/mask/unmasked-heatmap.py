# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    SelfAttentionV2,
    attention_weights,
    heatmap,
    seeded_scores,
    tokens,
)

weights = attention_weights(seeded_scores(SelfAttentionV2, 789))
future = torch.ones(6, 6).triu(diagonal=1).bool()  # above the diagonal

axes = heatmap(weights, rows=tokens, columns=tokens, outline=future)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
