# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from matplotlib.patches import Arc, Rectangle

shades = ("#E4E4E4", "#C4C4C4", "#A4A4A4", "#848484")  # one for each pair
ways = {
    "neighbours: 2i and 2i + 1": [(0, 1), (2, 3), (4, 5), (6, 7)],
    "halves: i and i + 4": [(0, 4), (1, 5), (2, 6), (3, 7)],
}
plt.rc("font", size=11)
_, axes = plt.subplots(2, figsize=(4.2, 3.6), layout="constrained")
for ax, (title, pairs) in zip(axes, ways.items(), strict=True):
    for pair, features in zip(shades, pairs, strict=True):
        for feature in features:
            box = Rectangle((feature + 0.05, 0), 0.9, 0.9)
            ax.add_patch(box)
            box.set(fc=pair, ec="none")
            ax.text(
                feature + 0.5,
                0.45,
                f"{feature}",
                ha="center",
                va="center",
                color="#010101",
            )
        first, second = features
        wide = second - first
        middle = (first + second + 1) / 2
        arc = Arc((middle, 0.95), wide, 0.45 * wide, theta2=180)
        ax.add_patch(arc)
        arc.set(ec="#888888", lw=1.5)
    ax.set(xlim=(0, 8), ylim=(0, 2), aspect="equal")
    ax.set_title(title, fontsize=11, loc="left")
    ax.axis("off")
plt.show()
