# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_projections, tokens
from attention.plotting import heatmap

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
last = queries[4:]  # two queries, six keys
_, axes = plt.subplots(2, figsize=(4.2, 3.6), layout="constrained")
for ax, title, how in (
    (axes[0], "is_causal=True", {"is_causal": True}),
    (axes[1], "causal_mask(2, 6)", {"attn_mask": causal_mask(2, 6)}),
):
    weights = F.scaled_dot_product_attention(
        last, keys, torch.eye(6), **how
    )
    columns = tokens if ax is axes[0] else 6 * [""]
    heatmap(weights, rows=tokens[4:], columns=columns, ax=ax)
    ax.set_xlabel(title, fontsize=11)
    ax.xaxis.set_label_position("bottom")
plt.show()
