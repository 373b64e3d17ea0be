# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

fig, ax = plt.subplots(figsize=(4.4, 2.3), layout="constrained")
columns = {"q_proj": 0, "right": 2, "wrong": 4}
for name, left in columns.items():
    for row in range(8):
        head, part = divmod(row, 2)  # each box: the 16 rows of one head
        if name == "right":
            part, head = divmod(row, 4)
        colour = COLOURS["context" if part else "query"]
        top = row + 0.6 * (name != "q_proj" and row >= 4)
        ax.bar(left, 0.9, 1.5, top, color=colour, alpha=0.35)
        said = f"{'gate' if part else 'query'} {head}"
        ax.text(
            left, top + 0.45, said, ha="center", va="center", fontsize=11
        )
ax.set_xticks([0, 2, 4], ["q_proj", "by heads", "by halves"], fontsize=11)
ax.xaxis.tick_top()
ax.set(ylim=(8.7, -0.2), yticks=[])
ax.tick_params(length=0)
ax.spines[:].set_visible(False)
plt.show()
