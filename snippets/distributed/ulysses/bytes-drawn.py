from math import lcm

import matplotlib.pyplot as plt
from attention.plotting import COLOURS

_, ax = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
for name, heads, groups, kind, mark in (
    ("Llama 3 8B", 32, 8, "query", "o-"),
    ("Llama 3 70B", 64, 8, "key", "s-"),
    ("Gemma 2B", 8, 1, "value", "^-"),
):
    all_ranks = [n for n in (2, 4, 8, 16, 32) if heads % n == 0]
    shares = [
        n * groups / (heads + lcm(groups, n)) for n in all_ranks
    ]  # of what both send, (n - 1) / n falls out
    ax.plot(all_ranks, shares, mark, color=COLOURS[kind], label=name)
ax.axhline(1, color="k", lw=0.8, ls="--")
ax.set_xscale("log", base=2)
ax.set_xticks([2, 4, 8, 16, 32], ["2", "4", "8", "16", "32"], fontsize=10.5)
ax.set_xlabel("ranks", fontsize=10.5)
ax.set_ylabel("ring / Ulysses", fontsize=10.5)
ax.legend(fontsize=10.5)
plt.show()
