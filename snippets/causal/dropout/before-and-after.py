# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    SelfAttentionV2,
    causal_mask,
    heatmap,
    masked_attention_weights,
    seeded_scores,
    tokens,
)

mask = causal_mask(6)
weights = masked_attention_weights(
    seeded_scores(SelfAttentionV2, 789), mask
)

torch.manual_seed(123)
kept = torch.rand(6, 6) >= 0.5  # dropped with probability 0.5
dropped = kept * weights / (1 - 0.5)

axes = heatmap(dropped, rows=tokens, columns=tokens, outline=kept & mask)
axes.set(xlabel="key: attended to", ylabel="query: attends")
plt.show()
