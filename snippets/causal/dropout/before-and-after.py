# pip install "attention-verified[plot]"
import attention as at
import matplotlib.pyplot as plt
import torch

mask = at.causal_mask(6)
scores = at.seeded_scores(at.SelfAttentionV2, 789)
weights = at.masked_attention_weights(scores, mask)

torch.manual_seed(123)
kept = torch.rand(6, 6) >= 0.5  # dropped with probability 0.5
dropped = weights / (1 - 0.5)

_, (left, right) = plt.subplots(
    1, 2, figsize=(4.2, 3), layout="constrained"
)
for ax, matrix, drawn, rows, title in (
    (left, weights, mask, at.tokens, "before"),
    (right, dropped, mask & kept, [""] * 6, "after"),
):
    seen = matrix.masked_fill(~drawn, torch.nan)  # draws no cell
    at.heatmap(seen, rows=rows, columns=at.tokens, decimals=None, ax=ax)
    ax.set_title(title, fontsize=12)
    ax.tick_params(axis="x", rotation=90)
plt.show()
