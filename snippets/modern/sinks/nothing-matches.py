# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
bars = [
    (score, sink) for score in (5.0, 0.0, -5.0) for sink in (False, True)
]
for row, (score, sink) in enumerate(bars):
    scores = torch.full((4,), score)
    if sink:
        scores = torch.cat([scores, torch.zeros(1)])
    start = 0.0
    for key, weight in enumerate(torch.softmax(scores, dim=-1).tolist()):
        colour = COLOURS["weight"] if key < 4 else "#888888"
        ax.barh(
            row + 0.3 * (row // 2),
            weight,
            left=start,
            color=colour,
            ec="white",
        )
        start += weight
names = [
    "and a sink of 0"
    if sink
    else f"four scores of {score:.0f}".replace("-", "\u2212")
    for score, sink in bars
]
ax.set_yticks([row + 0.3 * (row // 2) for row in range(6)], names)
ax.set_title("pink: four words, grey: the sink", size=11)
ax.invert_yaxis()
ax.set_xlabel("attention")
ax.spines[["top", "right", "left"]].set_visible(False)
ax.tick_params(axis="y", length=0)
plt.show()
