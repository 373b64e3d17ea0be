# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import ChunkedMask, SlidingWindow, causal_mask
from attention.plotting import COLOURS

words, depth = 15, 4  # the last word is at position 14
window, chunk = SlidingWindow(4), ChunkedMask(4)
stacks = {
    "windows of 4": [window] * depth,
    "chunks of 4": [chunk] * depth,
    "chunks of 4, then a layer without positions": [chunk] * 3
    + [causal_mask],
}

plt.rc("font", size=11)
_, axes = plt.subplots(3, figsize=(4.2, 6.2), layout="constrained")
for ax, (title, rules) in zip(axes, stacks.items(), strict=True):
    reached = torch.arange(words) == words - 1
    for layer in range(depth, -1, -1):
        for word in range(words):
            filled = COLOURS["context"] if reached[word] else "none"
            ax.plot(word, layer, "o", ms=7, mfc=filled, mec="#888888")
        if layer == 0:
            break
        rule = rules[layer - 1]
        colour = COLOURS["key"] if rule is causal_mask else "#888888"
        step, below = rule(words), torch.zeros(words, dtype=torch.bool)
        for query in reached.nonzero().flatten().tolist():
            for key in step[query].nonzero().flatten().tolist():
                ends = [query, key], [layer, layer - 1]
                ax.plot(*ends, color=colour, lw=0.8)
                below[key] = True
        reached = below
    ax.set_title(title, fontsize=11, loc="left")
    ax.set_yticks([0, 1, 4], ["words", "layer 1", "layer 4"])
    ax.set_xticks([0, 4, 8, 12])
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
axes[-1].set_xlabel("position")
plt.show()
