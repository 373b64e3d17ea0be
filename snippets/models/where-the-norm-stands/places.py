# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt

RED, GREY = "#CC3311", "#888888"
_, ax = plt.subplots(figsize=(4.2, 5.6), layout="constrained")
word = {"ha": "center", "va": "center", "fontsize": 11}


def chain(y, start, boxes, end, **line):
    for x, name in boxes:
        normed = name == "norm"
        half = 0.42 if name == "+" else 0.95 if normed else 0.85
        ax.plot([start, x - half], [y, y], **line)
        shape = {"boxstyle": "round,pad=0.3", "fc": "none"}
        edge = {"ec": RED if normed else GREY, "lw": 2 if normed else 1}
        ax.text(x, y, name, **word, bbox=shape | edge)
        start = x + half
    ax.plot([start, end], [y, y], **line)


places = {  # on the branch, and on the line before and after it
    "before": ("GPT-2, Llama", ["norm", "part"], [], []),
    "after": ("OLMo 2", ["part", "norm"], [], []),
    "on both sides": ("Gemma 2", ["norm", "part", "norm"], [], []),
    "of the sum": ("BERT", ["part"], [], ["norm"]),
    "in the residual": ("MiniMax-01", ["part"], ["norm"], []),
    "before both": ("Command R7B", ["norm", "part"], [], []),
}
for row, (place, (model, branch, before, after)) in enumerate(
    places.items()
):
    y = -2.1 * row - 0.9 * (place == "before both")
    split, join = 3.8 + 2.1 * len(before), 10.3
    ax.text(-0.9, y + 0.75, place, fontsize=11, va="center")
    ax.text(-0.9, y, model, fontsize=11, va="center", color=GREY)
    on_line = [(4.6, name) for name in before] + [(join, "+")]
    on_line += [(join + 1.6, name) for name in after]
    chain(y, 3.4, on_line, 13.4, color="black", lw=3)
    step = (join - split) / len(branch)
    places_of = [split + step * (n + 0.5) for n in range(len(branch))]
    thin = {"color": GREY, "lw": 1}
    boxes = list(zip(places_of, branch, strict=True))
    chain(y + 1, split, boxes, join, **thin)
    ax.plot([split, split], [y, y + 1], **thin)
    ax.plot([join, join], [y + 1, y + 0.4], **thin)
    if place == "before both":  # the second part is beside the first
        ax.plot([6.7, 6.7], [y + 1, y + 1.8], **thin)
        chain(y + 1.8, 6.7, boxes[1:], join, **thin)
        ax.plot([join, join], [y + 1.8, y + 1], **thin)
ax.set(xlim=(-1, 13.5), ylim=(-11.9, 1.6))
ax.axis("off")
plt.show()
