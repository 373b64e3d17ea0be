# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import grouped_costs, latent_costs
from attention.plotting import COLOURS

ways = {
    "latent": latent_costs(4096, 32, 128, latent_dim=512, rotary_dim=64),
    "multi-query": grouped_costs(4096, 32, 1, 128),
    "8 groups": grouped_costs(4096, 32, 8, 128),
    "multi-head": grouped_costs(4096, 32, 32, 128),
}
titles = {
    "weights": ("weights (millions)", "#888888", 1e6),
    "cached": ("numbers cached for each token", COLOURS["key"], 1),
    "per_key": ("multiply-adds for each key", COLOURS["score"], 1),
}
_, axes = plt.subplots(3, figsize=(4.2, 5), layout="constrained")
for ax, (cost, (title, colour, unit)) in zip(
    axes, titles.items(), strict=True
):
    numbers = [getattr(costs, cost) / unit for costs in ways.values()]
    bars = ax.barh(list(ways), numbers, color=colour, height=0.7)
    ax.bar_label(bars, fmt="{:,.0f}", padding=4, fontsize=11)
    ax.set_title(title, fontsize=11, loc="left")
    ax.set(xticks=[], xlim=(0, 1.2 * max(numbers)))
    ax.spines[:].set_visible(False)
    ax.tick_params(left=False, labelsize=11)
plt.show()
