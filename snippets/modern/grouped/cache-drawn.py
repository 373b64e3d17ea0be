# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

layers, num_heads, head_dim, tokens = 32, 32, 128, 8192  # Llama 3 8B

plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
groups = (32, 16, 8, 4, 2, 1)
for row, num_kv_groups in enumerate(groups):
    numbers = layers * tokens * num_kv_groups * head_dim
    each = 2 * numbers / 2**30  # keys or values, two bytes a number
    ax.barh(row, each, color=COLOURS["key"])
    ax.barh(row, each, left=each, color=COLOURS["value"])
    ax.text(2 * each + 0.05, row, f"{2 * each:.3g}", va="center")
ax.set_yticks(range(6), [f"{num}" for num in groups])
ax.invert_yaxis()
ax.set(xlabel="GiB for 8,192 tokens", ylabel="groups", xlim=(0, 4.6))
ax.spines[["top", "right"]].set_visible(False)
plt.show()
