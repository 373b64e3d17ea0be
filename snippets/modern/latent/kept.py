# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

keys, values, latent = 128 * 192, 128 * 128, 512 + 64  # of DeepSeek-V3
_, ax = plt.subplots(figsize=(4.2, 2), layout="constrained")
ax.barh(1, keys, color=COLOURS["key"], label="keys")
ax.barh(1, values, left=keys, color=COLOURS["value"], label="values")
ax.barh(0, latent, color=COLOURS["context"], label="latent vector")
ax.set_yticks([1, 0], ["restored", "kept"])
ax.set_xlabel("numbers for each token and layer")
ax.spines[["top", "right"]].set_visible(False)
ax.legend(frameon=False, loc="lower right")
plt.show()
