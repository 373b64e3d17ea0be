# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention.plotting import COLOURS, heatmap

torch.manual_seed(2)
keys = F.normalize(torch.randn(12, 3), dim=-1)
betas = torch.rand(12, 1)
system = betas * (keys @ keys.mT).tril(-1) + torch.eye(12)
outside = torch.ones(12, 12).tril() - torch.block_diag(
    *[torch.ones(4, 4)] * 3
)
outside = outside.clamp(min=0)
shown = system.masked_fill(outside.bool() | (system == 0), torch.nan)
_, ax = plt.subplots(figsize=(4.2, 4.2), layout="constrained")
heatmap(
    shown,
    rows=[""] * 12,
    columns=[""] * 12,
    colour="score",
    decimals=None,
    ax=ax,
)
arrow = {"arrowstyle": "->", "color": COLOURS["context"], "lw": 2}
box = {"boxstyle": "round,pad=0.3", "ec": COLOURS["context"], "fc": "none"}
for c in range(3):
    start, end = 4 * c, 4 * c + 4
    square = plt.Rectangle((start, start), 4, 4, fill=False, lw=1.5)
    square.set_edgecolor(COLOURS["score"])
    ax.add_patch(square)
    ax.text(end - 0.1, start + 0.9, "solve", ha="right", fontsize=11)
    if c < 2:
        place = (start + 2.0, end + 1.6)
        ax.annotate("", place, (start + 2.0, end), arrowprops=arrow)
        ax.text(
            start + 2, end + 2, "state", ha="center", fontsize=11, bbox=box
        )
        ax.annotate(
            "", (end, end + 2), (start + 3.2, end + 2), arrowprops=arrow
        )
plt.show()
