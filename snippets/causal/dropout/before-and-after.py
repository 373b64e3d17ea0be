# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_scores, tokens
from attention.plotting import heatmap

mask = causal_mask(6)
scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, mask)

torch.manual_seed(123)
kept = torch.rand(6, 6) >= 0.5  # dropped with probability 0.5
dropped = weights / (1 - 0.5)

_, (left, right) = plt.subplots(
    1, 2, figsize=(4.2, 3), layout="constrained"
)
for ax, matrix, drawn, rows, title in (
    (left, weights, mask, tokens, "before"),
    (right, dropped, mask & kept, [""] * 6, "after"),
):
    seen = matrix.masked_fill(~drawn, torch.nan)  # draws no cell
    heatmap(seen, rows=rows, columns=tokens, decimals=None, ax=ax)
    ax.set_title(title, fontsize=12)
    ax.tick_params(axis="x", rotation=90)
plt.show()
