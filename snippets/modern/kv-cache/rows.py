# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import tokens

_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
for step in range(6):
    for row in range(step + 1):
        new = row == step  # the others were computed before
        fill = "black" if new else "none"
        ax.plot(step, row, marker="s", ms=22, mec="black", mfc=fill)
ax.text(
    -0.3, 4.4, "filled: 6, with a cache\nall: 21, without one", va="center"
)
ax.set_yticks(range(6), tokens)
ax.set_xticks(range(6), range(1, 7))
ax.set(xlabel="step", xlim=(-0.6, 5.6), ylim=(5.6, -0.6))
ax.spines[:].set_visible(False)
ax.tick_params(length=0)
plt.show()
