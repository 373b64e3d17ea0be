# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

words, shares = ["wide", "low", "old", "new"], [0.4, 0.3, 0.2, 0.1]
_, ax = plt.subplots(figsize=(4.2, 2), layout="constrained")
for row in (0, 1):
    before = 0.0
    for word, share in zip(words, shares, strict=True):
        kept = before + (share if row else 0) < 0.8
        style = {"color": COLOURS["score"] + "80" if kept else "none"}
        ax.barh(row, share, left=before, height=0.6, ec="#888888", **style)
        ax.text(before + 0.01, row, word, va="center", fontsize=11)
        before += share
ax.axvline(0.8, color="#888888", linestyle="--")
ax.set_xticks(
    [0, 0.4, 0.7, 0.8, 0.9, 1], ["0", "0.4", "0.7", "p", "0.9", "1"]
)
ax.set_yticks([0, 1], ["right", "wrong"])
ax.tick_params(length=0, labelsize=11)
ax.set(xlim=(0, 1.005))
ax.invert_yaxis()
ax.set_frame_on(False)
plt.show()
