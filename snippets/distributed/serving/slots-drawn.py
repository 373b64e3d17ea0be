# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.distributed import continuous_batches, static_batches
from attention.plotting import COLOURS

lengths = [3, 11, 5, 2, 9, 4, 7, 6]
_, axes = plt.subplots(2, 1, figsize=(4.6, 3.4), layout="constrained")
for ax, name, batches in (
    (axes[0], "static", static_batches(lengths, 3)),
    (axes[1], "continuous", continuous_batches(lengths, 3)),
):
    for slot in range(3):
        row = [slots[slot] for slots in batches]
        for request in {r for r in row if r is not None}:
            start, words = row.index(request), row.count(request)
            shade = COLOURS["context"] + ("50", "90")[request % 2]
            ax.barh(-slot, words, 0.8, start, color=shade, ec="k", lw=0.6)
            middle = (start + words / 2, -slot)
            ax.text(*middle, "ABCDEFGH"[request], ha="center", va="center")
    ax.set_title(f"{name}: {len(batches)} steps", fontsize=11, loc="left")
    ax.set(xlim=(0, 27), ylim=(-2.6, 0.6), yticks=[0, -1, -2])
    ax.set_yticklabels(["slot 0", "slot 1", "slot 2"], fontsize=10.5)
    ax.spines[["top", "right"]].set_visible(False)
axes[1].set_xlabel("step", fontsize=11)
plt.show()
