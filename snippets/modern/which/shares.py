# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import grouped_costs, latent_costs
from attention.plotting import COLOURS

shares = {  # of the cache of multi-head attention
    "DeepSeek-V3": latent_costs(7168, 128, 128, 512, 64).cached
    / grouped_costs(7168, 128, 128, 128).cached,
    "Llama 3 8B": 8 / 32,
    "Mistral 7B": 8 / 32 * 4096 / 8192,
    "Gemma 2B": 1 / 8,
    "GPT-2": 12 / 12,
}
_, ax = plt.subplots(figsize=(3.5, 2.5), layout="constrained")
ax.barh(list(shares), 100, color="none", edgecolor="#888888")
percent = [100 * share for share in shares.values()]
bars = ax.barh(list(shares), percent, color=COLOURS["key"])
ax.bar_label(bars, fmt="%.1f %%", padding=4)
ax.set(xlim=(0, 129), xlabel="cache, in % of multi-head's")
ax.spines[["top", "right"]].set_visible(False)
plt.show()
