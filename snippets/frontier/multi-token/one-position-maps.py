# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import GPT, MultiToken

torch.manual_seed(4)
block = MultiToken(GPT(50, 12, 24, num_layers=2, num_heads=1)).block
with torch.no_grad():
    for matrix in (block.attention.W_query, block.attention.W_key):
        matrix.weight.normal_(std=0.3)
    queries, keys, _ = block.attention.project(torch.randn(5, 24))
scores = (queries @ keys.mT)[0] / 24**0.5
later = torch.ones(5, 5).triu(1).bool()
maps = {
    "all at once": scores.masked_fill(later, -torch.inf),
    "one at a time": scores.masked_fill(~torch.eye(5).bool(), -torch.inf),
}
_, axes = plt.subplots(1, 2, figsize=(4.6, 2.5), layout="constrained")
for ax, (title, masked) in zip(axes, maps.items(), strict=True):
    weights = masked.softmax(dim=-1)
    ax.imshow(weights, cmap="Blues", vmin=0, vmax=1.3)
    for i in range(5):
        for j in range(i + 1):
            if masked[i, j].isfinite():
                number = f"{weights[i, j]:.2f}"
                ax.text(
                    j, i, number, ha="center", va="center", color="#010101"
                )
    ax.set_title(title, fontsize=11.2)
    ax.set_xlabel("key", fontsize=11.2)
    ax.tick_params(labelsize=11.2)
axes[0].set_ylabel("query", fontsize=11.2)
plt.show()
