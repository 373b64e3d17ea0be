# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import tokens

_, ax = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
box = {"boxstyle": "round", "fc": "none", "ec": "#888888"}
open_box = box | {"ls": "--"}
arrow = {"arrowstyle": "-|>", "color": "#888888"}
style = {"ha": "center", "va": "center", "size": 11}
for place, word in enumerate(tokens[:5]):
    ax.text(place, 0, word, bbox=box, **style)
    ax.annotate("", (place, 0.8), (place, 0.2), arrowprops=arrow)
    ax.annotate("", (place, 2.1), (place, 1.5), arrowprops=arrow)
    answer = f"{tokens[place + 1]}?"
    ax.text(place, 2.35, answer, bbox=open_box, **style)
ax.barh(1.15, 4.9, 0.66, -0.45, color="#88888840")
ax.text(2, 1.15, "one pass", **style)
ax.set(xlim=(-0.55, 4.55), ylim=(-0.3, 2.65))
ax.axis("off")
plt.show()
