# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import elu_plus_one
from attention.examples import plane_keys, plane_queries, plane_tokens
from attention.plotting import COLOURS

scores = plane_keys @ plane_queries[-1]  # of "it", which sees all words
features = elu_plus_one(plane_keys) @ elu_plus_one(plane_queries[-1])
both = {
    "softmax": torch.softmax(scores / 2**0.5, dim=-1),
    "elu + 1": features / features.sum(),
}
_, axes = plt.subplots(1, 2, figsize=(4.2, 2.9), layout="constrained")
for ax, (name, weights) in zip(axes, both.items(), strict=True):
    ax.barh(range(8), weights.tolist(), color=COLOURS["weight"])
    for row, weight in enumerate(weights.tolist()):
        ax.text(
            weight + 0.02, row, f"{weight:.2f}", va="center", fontsize=11
        )
    ax.set(xlim=(0, 1), ylim=(7.6, -0.6), xticks=[])
    ax.set_yticks(range(8), plane_tokens if name == "softmax" else [])
    ax.set_title(name, fontsize=11, loc="left")
    ax.tick_params(length=0, labelsize=11)
    ax.spines[["top", "right", "bottom"]].set_visible(False)
plt.show()
