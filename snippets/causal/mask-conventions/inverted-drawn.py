# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention import SelfAttentionV2
from attention.examples import seeded_projections, seeded_scores, tokens
from attention.plotting import heatmap

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
scores = seeded_scores(SelfAttentionV2, 789)
tril = torch.tril(torch.ones(6, 6)).bool()
drawn = {
    "−∞": torch.softmax(scores.masked_fill(tril, -torch.inf), dim=-1),
    "SDPA": F.scaled_dot_product_attention(
        queries, keys, torch.eye(6), attn_mask=~tril
    ),
    "−1e9": torch.softmax(scores.masked_fill(tril, -1e9), dim=-1),
}

_, axes = plt.subplots(1, 3, figsize=(4.2, 2.1), layout="constrained")
rows = list(tokens)
for ax, (title, weights) in zip(axes, drawn.items(), strict=True):
    heatmap(weights, rows=rows, columns=6 * [""], decimals=None, ax=ax)
    ax.set_title(title, fontsize=11)
    rows = 6 * [""]
plt.show()
