# pip install "attention-verified[plot]"
import math

import matplotlib.pyplot as plt
from attention import rotary_frequencies
from attention.plotting import COLOURS

turns = 2048 * rotary_frequencies(128) / (2 * math.pi)
plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
for pair, number in enumerate(turns.tolist()):
    new = number < 1  # a longer text reaches angles that are new
    colour = "#CC3311" if new else COLOURS["query"]
    ax.bar(pair, number - 0.01, bottom=0.01, color=colour)
ax.axhline(1, color="black", linestyle="--")
ax.set(yscale="log", xlabel="pair", ylabel="turns in 2,048 tokens")
ax.spines[["top", "right"]].set_visible(False)
plt.show()
