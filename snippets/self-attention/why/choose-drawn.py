import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

words = ("anna", "gave", "ben", "red", "flowers")
vectors = torch.tensor(
    [[1.0, 0.1], [-0.8, 0.2], [0.9, 0.0], [0.1, 1.0], [0.2, -0.3]]
)
question = torch.tensor([0.0, 4.0])
shares = torch.softmax(vectors @ question, dim=0)

_, axes = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
for word, share, (x, y) in zip(words, shares, vectors, strict=True):
    line = {"color": COLOURS["weight"], "linewidth": 10 * share}
    axes.plot([0, x], [0, y], **line)
    side = {"va": "bottom" if y > 0.05 else "top"}
    side["ha"] = "left" if y > 0.5 else "center"
    axes.text(x, 1.06 * y, f"{word} {share:.2f}", size=11, **side)
asks = {"arrowstyle": "->", "color": COLOURS["query"], "linewidth": 2}
tip = (question / 3).tolist()  # as long as there is room
axes.annotate("", tip, (0, 0), arrowprops=asks)
axes.text(-0.05, tip[1], "question / 3", size=11, ha="right", va="top")
for point, mark, name in (
    (shares @ vectors, "^", "mixture"),
    (vectors.mean(dim=0), "s", "average"),
):
    axes.plot(*point, mark, markersize=9, color=COLOURS["context"])
    axes.annotate(
        name, point, (10, 0), textcoords="offset points", va="center"
    )
axes.set(xlim=(-1.1, 1.4), ylim=(-0.5, 1.4), xticks=[], yticks=[])
plt.show()
