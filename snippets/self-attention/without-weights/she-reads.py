# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_tokens, plane_values
from attention.plotting import COLOURS

she, words = plane_tokens.index("she"), plane_values  # one vector each
scores = words @ words[she]
weights = torch.softmax(scores, dim=0)
context = weights @ words

panels = [["compare", "share"], ["mix", "mix"]]
_, axes = plt.subplot_mosaic(panels, figsize=(4.2, 5), layout="constrained")
steps = (
    ("compare", "score", scores, "%.0f"),
    ("share", "weight", weights, "%.2f"),
)
for name, colour, numbers, form in steps:
    bars = axes[name].barh(plane_tokens, numbers, color=COLOURS[colour])
    axes[name].bar_label(bars, fmt=form, padding=3, fontsize=11)
    axes[name].set(title=f"{name}: {colour}s", xmargin=0.3, xticks=[])
    axes[name].invert_yaxis()
    axes[name].tick_params(length=0, labelsize=11)
    axes[name].spines[:].set_visible(False)
axes["share"].set(yticks=[])
axes["mix"].set(
    title="mix: from she to its context", xlim=(-2, 6), ylim=(-3, 5)
)
for weight, (x, y) in zip(weights, words, strict=True):
    axes["mix"].plot(x, y, "o", ms=5, color=COLOURS["value"])
    line = {"color": COLOURS["weight"], "linewidth": 8 * weight}
    axes["mix"].plot([0, x], [1, y], **line)
for word in ("ada", "boat", "she", "it"):
    x, y = words[plane_tokens.index(word)]
    axes["mix"].text(x + 0.3, y, word, fontsize=11, va="center")
axes["mix"].plot(*context, "^", ms=9, color=COLOURS["context"])
plt.show()
