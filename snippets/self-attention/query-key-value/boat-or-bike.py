# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_keys, plane_queries, plane_values
from attention.plotting import COLOURS

weights = torch.softmax(plane_keys @ plane_queries[7] / 2**0.5, dim=-1)
bike = plane_values.clone()
bike[3] = torch.tensor([-4.0, -2.0])  # a thing, on land

plt.rc("font", size=11)
_, both = plt.subplots(1, 2, figsize=(4.2, 2.9), layout="constrained")
for ax, name, sentences in (
    (both[0], "value", {"boat": plane_values, "bike": bike}),
    (both[1], "key", {"boat": plane_keys, "bike": plane_keys}),
):
    for word, handed_over in sentences.items():
        x, y = handed_over[3].tolist()
        ax.plot(x, y, "s", color=COLOURS[name], markersize=8)
        context = (weights @ handed_over).tolist()
        ax.plot(*context, "^", color=COLOURS["context"], markersize=9)
        if name == "value":
            ax.text(x, y - 0.7, word, ha="center", va="top")
    if name == "key":
        x, y = plane_keys[3].tolist()
        ax.text(x, y + 0.5, "boat = bike", ha="center", va="bottom")
    ax.axhline(0, color="#808080", linewidth=0.8, zorder=0)
    ax.axvline(0, color="#808080", linewidth=0.8, zorder=0)
    ax.set(
        xlim=(-5, 5), ylim=(-4, 5.5), xticks=[], yticks=[], aspect="equal"
    )
    ax.set_title(f"{name}s handed over", size=11)
for mark, name in (("s", "handed over"), ("^", "context of it")):
    both[0].plot([], [], mark, color="#808080", markersize=8, label=name)
both[0].figure.legend(loc="outside lower center", ncols=2, frameon=False)
plt.show()
