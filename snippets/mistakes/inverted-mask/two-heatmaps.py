# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores, tokens
from attention.plotting import heatmap

blocks = torch.triu(torch.ones(6, 6), diagonal=1).bool()
inverted = torch.tril(torch.ones(6, 6)).bool()

_, (above, below) = plt.subplots(2, 1, figsize=(4.2, 8.6), layout="tight")
for ax, mask, name in ((above, inverted, "tril"), (below, blocks, "triu")):
    scores = seeded_scores(SelfAttentionV2, 123).masked_fill(
        mask, -torch.inf
    )
    weights = torch.softmax(scores, dim=-1)
    heatmap(weights, rows=tokens, columns=tokens, outline=blocks, ax=ax)
    ax.set_title(f"{name} blocks", fontsize=12)
plt.show()
