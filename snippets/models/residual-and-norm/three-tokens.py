# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import LayerNorm

torch.manual_seed(123)
means, spreads = torch.tensor([[5.0, 0.0, -6.0], [0.5, 3.0, 2.0]])
tokens = means[:, None] + spreads[:, None] * torch.randn(3, 32)

_, axes = plt.subplots(
    2, figsize=(4.2, 3.2), sharex=True, layout="constrained"
)
parts = {"before": tokens, "after LayerNorm": LayerNorm(32)(tokens)}
for ax, (title, x) in zip(axes, parts.items(), strict=True):
    for row, token in enumerate(x.tolist()):
        ax.eventplot(token, lineoffsets=row, linelengths=0.7, color="black")
    ax.set_yticks(range(3), ["token 0", "token 1", "token 2"])
    ax.set_title(title)
    ax.tick_params(labelsize=11)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.invert_yaxis()
plt.show()
