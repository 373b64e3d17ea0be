# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import window_mask
from attention.plotting import COLOURS

window, words, depth = 4, 16, 3
step = window_mask(words, window=window)
reached = torch.arange(words) == words - 1  # the last word, at the top

plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
for layer in range(depth, -1, -1):
    for word in range(words):
        filled = COLOURS["context"] if reached[word] else "none"
        ax.plot(word, layer, "o", ms=8, mfc=filled, mec="#888888")
    if layer == 0:
        break
    below = torch.zeros(words, dtype=torch.bool)
    for query in reached.nonzero().flatten().tolist():
        for key in step[query].nonzero().flatten().tolist():
            ax.plot(
                [query, key], [layer, layer - 1], color="#888888", lw=0.7
            )
            below[key] = True
    reached = below
names = ["words", "layer 1", "layer 2", "layer 3"]
ax.set_yticks(range(4), names)
ax.set_xticks([0, 6, 9, 12, 15])
ax.set(xlabel="position")
ax.spines[:].set_visible(False)
ax.tick_params(length=0)
plt.show()
