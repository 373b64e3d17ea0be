import matplotlib.pyplot as plt
import torch
from attention import arrows, inputs, tokens

_, panels = plt.subplots(2, 2, figsize=(4.2, 4), layout="constrained")
pairs = ["journey starts", "one step", "your journey", "with your"]
for ax, words in zip(panels.flat, map(str.split, pairs), strict=True):
    a, b = (inputs[tokens.index(word)] for word in words)
    x = torch.dot(a, b) / a.norm()  # of b, along a
    y = (b - x * a / a.norm()).norm()  # and across, in their common plane
    angle = torch.rad2deg(torch.atan2(y, x))
    print(f"{angle:.1f} degrees  {words[0]} {words[1]}")
    arrows(torch.tensor([[a.norm(), 0.0], [x, y]]), labels=words, ax=ax)
    ax.set(xlim=(-0.1, 1.5), ylim=(-0.25, 1.2), xticks=[], yticks=[])
    ax.set_title(f"{angle:.1f}°", loc="right", size=11)
plt.show()
