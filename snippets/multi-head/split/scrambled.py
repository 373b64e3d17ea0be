# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import tokens
from attention.plotting import COLOURS

pieces = torch.arange(12).reshape(6, 2)  # as in memory: word, head
splits = {
    "view(6, 2, 2).transpose(0, 1)": pieces.T,
    "view(2, 6, 2)": pieces.reshape(2, 6),
}
_, axes = plt.subplots(2, figsize=(4.2, 5.6), layout="constrained")
for ax, (title, order) in zip(axes, splits.items(), strict=True):
    for head in (0, 1):
        for row in range(6):
            word, made_for = divmod(order[head, row].item(), 2)
            strength = {
                "fc": COLOURS["query"],
                "alpha": 0.2 + 0.5 * made_for,
            }
            ax.barh(row, 0.96, 0.86, head, **strength)
            text = f"{tokens[word]}, {made_for}"
            middle = {"ha": "center", "va": "center", "fontsize": 12}
            ax.text(head + 0.48, row, text, **middle)
    ax.set_title(title)
    ax.set_xticks([0.48, 1.48], ["taken for head 0", "taken for head 1"])
    ax.set_yticks(range(6), [f"row {row}" for row in range(6)])
    ax.tick_params(length=0, labelsize=11)
    ax.spines[:].set_visible(False)
    ax.invert_yaxis()
plt.show()
