# pip install "attention-verified[plot]"
import attention as at
import matplotlib.pyplot as plt
import torch

words, mask = at.plane_tokens, at.causal_mask(8)
weights = (at.plane_queries @ at.plane_keys.T / 2**0.5).softmax(dim=-1)
masked = weights * mask
renormalised = masked / masked.sum(dim=-1, keepdim=True)

_, axes = plt.subplots(1, 2, figsize=(4.2, 2.7), layout="constrained")
for ax, values in zip(axes, (masked, renormalised), strict=True):
    sums = values.sum(dim=-1, keepdim=True)
    seen = values.masked_fill(~mask, torch.nan)  # draws no cell
    gap = torch.full((8, 1), torch.nan)
    at.heatmap(
        torch.cat([seen, gap, sums], dim=1),
        rows=words if ax is axes[0] else [""] * 8,
        columns=[*words, "", "sum"],
        decimals=None,
        ax=ax,
    )
    ax.tick_params(axis="x", rotation=90)
axes[0].set_title("multiplied", fontsize=12)
axes[1].set_title("renormalised", fontsize=12)
plt.show()
