# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    SelfAttentionV2,
    causal_mask,
    dropout_mask,
    heatmap,
    masked_attention_weights,
    seeded_scores,
    tokens,
)

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))

torch.manual_seed(123)
kept = dropout_mask((6, 6), 0.5)
frames = kept & causal_mask(6)  # kept, and not masked
axes = heatmap(
    kept * weights / (1 - 0.5), rows=tokens, columns=tokens, outline=frames
)
axes.set(xlabel="key: the word that is read", ylabel="query: who reads")
plt.show()
