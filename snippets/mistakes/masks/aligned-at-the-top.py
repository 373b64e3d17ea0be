# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_projections, tokens
from attention.plotting import heatmap

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
last_two, values = queries[4:], torch.eye(6)
attend = F.scaled_dot_product_attention
ways = {
    "is_causal=True": attend(last_two, keys, values, is_causal=True),
    "aligned at the end": attend(last_two, keys, values, causal_mask(2, 6)),
}

_, both = plt.subplots(2, 1, figsize=(4.2, 5.0), layout="constrained")
for ax, (title, weights) in zip(both, ways.items(), strict=True):
    heatmap(weights, rows=tokens[4:], columns=tokens, ax=ax)
    ax.set_title(title)
    print(weights)
plt.show()
