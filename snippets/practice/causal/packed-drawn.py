import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_scores, tokens
from attention.plotting import heatmap

segments = torch.tensor([0, 0, 1, 1, 1, 2])
mask = (segments[:, None] == segments) & causal_mask(6)
weights = masked_attention_weights(
    seeded_scores(SelfAttentionV2, 123), mask
)

axes = heatmap(weights, rows=tokens, columns=tokens, outline=mask)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
