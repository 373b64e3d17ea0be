# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import COLOURS, tokens

n = len(tokens)
rows = {
    "position": (range(n), None),
    "decoder reads": (tokens, "key"),
    "its target": (tokens[1:], "context"),
    "block also reads": (tokens[1:], "key"),
    "its target ": (tokens[2:], "weight"),
}
_, ax = plt.subplots(figsize=(4.6, 2.2), layout="constrained")
for row, (name, (words, colour)) in enumerate(rows.items()):
    y = -row - (0.4 if row > 2 else 0)
    ax.text(-0.6, y, name, ha="right", va="center", fontsize=10.5)
    for i in range(n):
        word = words[i] if i < len(words) else "–"
        shape = {"boxstyle": "round,pad=0.25", "lw": 1}
        if colour and word != "–":
            shape |= {"ec": COLOURS[colour], "fc": COLOURS[colour] + "40"}
        else:
            shape |= {"ec": "none", "fc": "none"}
        ax.text(
            i, y, word, ha="center", va="center", fontsize=10, bbox=shape
        )
ax.set(xlim=(-2.9, n - 0.4), ylim=(-4.9, 0.5))
ax.axis("off")
plt.show()
