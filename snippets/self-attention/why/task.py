# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import recall_batch

torch.manual_seed(123)
ids, first = recall_batch(3, length=4)  # words 0 to 3; 4 means "?"
print(ids)
print(first)

centred = {"size": 12, "ha": "center", "va": "center"}
_, ax = plt.subplots(figsize=(4.2, 1.8), layout="constrained")
for y, (row, answer) in enumerate(zip(ids, first, strict=True)):
    cells = ["?" if i == 4 else f"{i}" for i in row.tolist()]
    for x, cell in enumerate([*cells, "", f"{answer}"]):
        if cell:
            # Dark: the first word, which is the answer.
            box = {"boxstyle": "square,pad=0.5", "ec": "#888888"}
            box["fc"] = "#9AA5B8" if x in (0, 6) else "#F0F0F0"
            ax.text(x, y, cell, bbox=box, color="#010101", **centred)
        else:
            ax.text(x, y, "→", **centred)
ax.text(1.5, -0.7, "words", size=11, ha="center")
ax.text(6, -0.7, "answer", size=11, ha="center")
ax.set(xlim=(-0.6, 6.6), ylim=(2.5, -0.9))
ax.set_axis_off()
plt.show()
