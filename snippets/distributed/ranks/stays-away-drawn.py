import matplotlib.pyplot as plt
from attention.plotting import COLOURS

_, ax = plt.subplots(figsize=(4.2, 1.9), layout="constrained")
ax.barh(0, 0.1, color=COLOURS["key"])
ax.barh(0, 0.5, left=0.1, color=COLOURS["key"] + "40", hatch="//")
ax.text(0.35, 0, "waits", ha="center", va="center", fontsize=10.5)
ax.plot([0.6], [0], "x", ms=12, mew=3, color=COLOURS["weight"])
ax.text(0.64, 0, "gives up", va="center", fontsize=10.5)
ax.barh(1, 1.0, color=COLOURS["key"])
ax.text(
    0.5, 1, "does something else", ha="center", va="center", fontsize=10.5
)
ax.set_yticks([0, 1], ["rank 0", "rank 1"], fontsize=10.5)
ax.set(xlabel="seconds", xlim=(0, 1.05), ylim=(1.6, -0.6))
plt.show()
