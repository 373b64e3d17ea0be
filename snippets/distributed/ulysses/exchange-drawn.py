# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

RANKS, HEADS, TOKENS = 4, 4, 8
shades = [COLOURS["context"] + alpha for alpha in ("20", "50", "80", "b0")]
_, axes = plt.subplots(1, 2, figsize=(4.2, 3.3), layout="constrained")
for ax, title, rank_of in (
    (axes[0], "before and after", lambda head, token: token // 2),
    (axes[1], "in between", lambda head, token: head),
):
    for head in range(HEADS):
        for token in range(TOKENS):
            rank = rank_of(head, token)
            cell = plt.Rectangle(
                (head, token), 1, 1, fc=shades[rank], ec="k"
            )
            ax.add_patch(cell)
            middle = head + 0.5, token + 0.5
            ax.text(*middle, rank, ha="center", va="center", fontsize=10.5)
    ax.set_title(title, fontsize=11)
    ax.set(xlim=(0, HEADS), ylim=(TOKENS, 0), xlabel="heads")
    ax.set(xticks=[], yticks=[], aspect="equal")
    ax.set_frame_on(False)
axes[0].set_ylabel("tokens")
plt.show()
