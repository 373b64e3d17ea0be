# pip install "attention-verified[plot]"
import math

import matplotlib.pyplot as plt
from attention.examples import agreement_ids, agreement_words
from attention.plotting import COLOURS

words = agreement_ids[:, 1:]  # without the stop before each sentence
drawn = words[3000]
_, ax = plt.subplots(figsize=(4.2, 4), layout="constrained")
for row in range(10):
    so_far = (words[:, :row] == drawn[:row]).all(dim=1)
    choices = words[so_far, row].unique().tolist()
    for place, word in enumerate(choices):
        edge = COLOURS["weight"] if word == drawn[row] else "#888888"
        face = edge + "50" if word == drawn[row] else "none"
        box = {"boxstyle": "round", "facecolor": face, "edgecolor": edge}
        style = {
            "ha": "center",
            "va": "center",
            "fontsize": 11,
            "bbox": box,
        }
        ax.text(1.25 * place, row, agreement_words[word], **style)
    tosses = round(math.log2(len(choices)))
    ax.plot([4.8, 5.1][:tosses], [row] * tosses, "o", color="#888888")
ax.text(5, -0.75, "tosses", ha="center", fontsize=11)

for first, second, left in ((0, 2, -0.9), (4, 6, -0.9), (2, 8, -1.2)):
    across, down = (-0.6, left, left), (first + 0.1, first + 0.1, second)
    ax.plot(across, down, color="#888888")
    arrow = {"arrowstyle": "-|>", "color": "#888888", "shrinkA": 0}
    ax.annotate("", (-0.5, second), (left, second), arrowprops=arrow)
ax.set(xlim=(-1.3, 5.5), ylim=(9.5, -1.1))
ax.axis("off")
plt.show()
