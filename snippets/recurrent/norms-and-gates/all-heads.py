# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    MultiHeadAttention,
    rms_norm,
    scaled_attention_scores,
    split_heads,
)
from attention.plotting import COLOURS

torch.manual_seed(1)
layer = MultiHeadAttention(64, 64, 50, 0.0, num_heads=4)
for matrix in (layer.W_query, layer.W_key):
    matrix.weight.data[:16] *= 5  # head 0 has grown
x = torch.randn(50, 64)
query, key = layer.W_query(x), layer.W_key(x)

ones = torch.ones(64)
together = [split_heads(rms_norm(rows, ones), 4) for rows in (query, key)]
alone = [rms_norm(split_heads(rows, 4), ones[:16]) for rows in (query, key)]
_, axes = plt.subplots(
    1, 2, figsize=(4.4, 2.7), sharey=True, layout="constrained"
)
titles = "one norm for all", "one for each head"
for ax, title, pair in zip(axes, titles, (together, alone), strict=True):
    largest = scaled_attention_scores(*pair).abs().amax(dim=(1, 2)).detach()
    ax.bar(range(4), largest, color=COLOURS["score"])
    for head, score in enumerate(largest.tolist()):
        ax.text(head, score + 0.2, f"{score:.1f}", ha="center", fontsize=11)
    ax.axhline(4, color="#888888", lw=1)
    ax.set_title(title, fontsize=11)
    ax.set_xlabel("head", fontsize=11)
    ax.set(xticks=range(4), yticks=[4], ylim=(0, 11.5))
    ax.tick_params(length=0, labelsize=11)
    ax.spines[["top", "right"]].set_visible(False)
axes[0].set_yticklabels([r"$\sqrt{16}$"])
axes[0].set_ylabel("largest score", fontsize=11)
plt.show()
