# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import plane_keys, plane_queries, plane_values
from attention.plotting import COLOURS

keys, values = plane_keys, plane_values
scores = plane_queries @ keys.mT
_, axes = plt.subplots(
    2, 3, figsize=(4.2, 3), height_ratios=(2, 1), layout="constrained"
)
for column, now in enumerate((2, 5, 8)):
    square, state = axes[:, column]
    for row in range(now):
        for place, score in enumerate(scores[row, : row + 1].tolist()):
            share = 0.12 + 0.88 * abs(score) / 6
            cell = plt.Rectangle((place, -row), 0.9, 0.9, alpha=share)
            square.add_patch(cell).set_facecolor(COLOURS["score"])
    square.set(xlim=(-0.2, 8.2), ylim=(-7.2, 1.1), aspect="equal")
    total = now * (now + 1) // 2
    square.set_title(f"{now} words:\n{total} scores", fontsize=11)
    for row, numbers in enumerate((keys[:now].mT @ values[:now]).tolist()):
        for place, number in enumerate(numbers):
            share = 0.12 + 0.7 * abs(number) / 14
            cell = plt.Rectangle((place, -row), 0.94, 0.94, alpha=share)
            state.add_patch(cell).set_facecolor(COLOURS["context"])
            spot = (place + 0.47, 0.47 - row)
            state.text(*spot, f"{number:.0f}", ha="center", va="center")
    state.set(xlim=(-1, 3), ylim=(-1.1, 1), aspect="equal")
    state.set_title("4 numbers", fontsize=11)
    for ax in (square, state):
        ax.axis("off")
plt.show()
