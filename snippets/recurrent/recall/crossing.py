# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import grouped_costs
from attention.plotting import COLOURS

full = 2 * grouped_costs(2048, 16, 2, 256).cached
state = 32 * 128 * 128  # numbers in the matrices of 32 heads
inputs = 4 * (2 * 16 + 32) * 128  # four q, k, v before the convolution
fixed = 36 * (4 * state + 2 * inputs)  # float32, and bfloat16
crossing = fixed / (36 * full)
tokens = [2**power for power in range(6, 19)]
hybrid = [fixed + 12 * full * n for n in tokens]
whole = [48 * full * n for n in tokens]

_, ax = plt.subplots(figsize=(4.2, 3), layout="constrained")
ax.plot(tokens, whole, color=COLOURS["value"])
ax.plot(tokens, hybrid, color=COLOURS["context"])
ax.plot(crossing, 48 * full * crossing, "o", color="#888888")
ax.annotate(
    f"{crossing:,.0f} tokens",
    (crossing, 48 * full * crossing),
    (2 * crossing, 24 * full * crossing),
    fontsize=11,
)
ax.text(tokens[-3], 6e9, "48 full", ha="right", va="bottom", fontsize=11)
ax.text(tokens[-2], 1.4e9, "12 full,\n36 states", va="top", fontsize=11)
ax.set(xscale="log", yscale="log", xticks=(64, 1024, 16384, 262144))
ax.minorticks_off()
ax.set_xticklabels(("64", "1,024", "16,384", "262,144"), fontsize=11)
ax.set_yticks((1e7, 1e8, 1e9, 1e10))
ax.set_yticklabels(("10 MB", "100 MB", "1 GB", "10 GB"), fontsize=11)
ax.set_xlabel("tokens so far", fontsize=11)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
