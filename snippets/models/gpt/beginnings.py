# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import COLOURS

texts = ["3", "41", "7", "19", "3", "?"]
_, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
for row in range(5):
    for place in range(row + 2):
        edge = COLOURS["weight"] if place > row else "#888888"
        face = edge + "60" if place > row else "none"
        box = {"boxstyle": "round", "fc": face, "ec": edge}
        style = {"ha": "center", "va": "center", "size": 11, "bbox": box}
        ax.text(place, row, texts[place], **style)
    arrow = {"arrowstyle": "-|>", "color": "#888888"}
    ax.annotate("", (row + 0.75, row), (row + 0.3, row), arrowprops=arrow)
ax.set(xlim=(-0.4, 5.4), ylim=(4.5, -0.5))
ax.axis("off")
plt.show()
