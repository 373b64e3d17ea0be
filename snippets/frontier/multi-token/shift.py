# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import tokens
from attention.plotting import COLOURS

n = len(tokens)
rows = {
    "the decoder reads": (tokens, "key"),
    "its target": (tokens[1:], "context"),
    "the block also reads": (tokens[1:], "key"),
    "its target ": (tokens[2:], "weight"),
}
style = {"va": "center", "fontsize": 10.5}
_, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
ax.text(-0.5, 0, "position", **style)
for i in range(n):
    ax.text(i, -0.75, i, ha="center", **style)
for row, (name, (words, colour)) in enumerate(rows.items()):
    y = -1.8 * row - 1.75
    ax.text(-0.5, y, name, **style)
    for i in range(n):
        word = words[i] if i < len(words) else "–"
        shape = {"boxstyle": "round,pad=0.25", "lw": 1}
        if word != "–":
            shape |= {"ec": COLOURS[colour], "fc": COLOURS[colour] + "40"}
        else:
            shape |= {"ec": "none", "fc": "none"}
        ax.text(i, y - 0.85, word, ha="center", bbox=shape, **style)
ax.set(xlim=(-0.6, n - 0.4), ylim=(-8.6, 0.4))
ax.axis("off")
plt.show()
