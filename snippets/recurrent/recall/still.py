# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import load_trained
from attention.plotting import COLOURS

writes = [("B", 12), ("F", 20), ("K", 3), ("B", 7)]
pairs = [(ord(key) - ord("A"), 32 + value) for key, value in writes]
ids = torch.tensor([*sum(pairs, ()), 1])  # and B is asked for
rules = ("softmax", "linear", "decay", "delta")
models = load_trained("rewritten")
_, axes = plt.subplots(
    4, figsize=(4.2, 3.4), sharex=True, sharey=True, layout="constrained"
)
for ax, rule in zip(axes, rules, strict=True):
    shares = models[rule](ids)[-1].softmax(dim=-1).tolist()
    colour = COLOURS["value" if rule == "softmax" else "context"]
    ax.bar(range(32), shares, color=colour)
    ax.set_ylabel(rule, rotation=0, ha="right", va="center", fontsize=11)
    ax.set(ylim=(0, 1.05), yticks=[])
    ax.spines[["top", "right", "left"]].set_visible(False)
axes[-1].set_xticks(
    (0, 7, 12, 31), ("0", "7\nlast", "12\nfirst", "31"), fontsize=11
)
axes[0].set_title("what each reads for B", fontsize=11)
plt.show()
