# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS
from matplotlib.patches import Rectangle

ways = {  # boxes that are multiplied: name, rows, columns, colour
    "explicit: restore the keys": [
        [("q", 1, 8, "query")],
        [
            ("c", 6, 4, "#888888"),
            ("W", 4, 8, "#888888"),
            ("k", 6, 8, "key"),
        ],
    ],
    "absorbed: change the query": [
        [
            ("q", 1, 8, "query"),
            ("Wᵀ", 8, 4, "#888888"),
            ("q'", 1, 4, "query"),
        ],
        [("c", 6, 4, "#888888")],
    ],
}
plt.rc("font", size=11)
_, panels = plt.subplots(2, figsize=(4.2, 5.6), layout="constrained")
for ax, (title, lines) in zip(panels, ways.items(), strict=True):
    top = 0.0
    for line in lines:
        high = max(rows for _, rows, _, _ in line)
        left = 0.0
        for number, (name, rows, columns, colour) in enumerate(line):
            sign = ("", "·", "=")[number]
            ax.text(
                left - 1, top + high / 2, sign, ha="center", va="center"
            )
            y = top + (high - rows) / 2
            fill = COLOURS.get(colour, colour)
            for row in range(rows):
                for column in range(columns):
                    cell = Rectangle((left + column, y + row), 1, 1)
                    cell.set(fc=fill, alpha=0.5, ec="white", lw=0.8)
                    ax.add_patch(cell)
            below = y + rows + 0.2
            label = f"{name}  {rows} × {columns}"
            ax.text(left + columns / 2, below, label, ha="center", va="top")
            left += columns + 2
        top += high + 2.4
    ax.set_title(title, fontsize=11, loc="left")
    ax.set(xlim=(-1.2, 25), ylim=(top - 0.4, -0.4), aspect="equal")
    ax.axis("off")
plt.show()
