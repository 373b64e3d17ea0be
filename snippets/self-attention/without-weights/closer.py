# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs, tokens
from attention.plotting import COLOURS

contexts = torch.softmax(inputs @ inputs.T, dim=-1) @ inputs
_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
for token, word, context in zip(tokens, inputs, contexts, strict=True):
    (x, y, _), (to_x, to_y, _) = word.tolist(), context.tolist()
    ax.plot([x, to_x], [y, to_y], color="#888888", lw=1)
    ax.plot(x, y, "o", color=COLOURS["value"], ms=7)
    ax.plot(to_x, to_y, "^", color=COLOURS["context"], ms=7)
    away = (word - context)[:2]
    x, y = (word[:2] + 0.08 * away / away.norm()).tolist()
    if token == "starts":  # beside journey, not on it
        x, y = x + 0.06, y - 0.1
    ax.text(x, y, token, ha="center", va="center", fontsize=11)
ax.set(xlim=(-0.15, 0.95), ylim=(0.03, 1.02), aspect="equal")
ax.set_xlabel("first feature", fontsize=11)
ax.set_ylabel("second feature", fontsize=11)
ax.tick_params(labelsize=11)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
