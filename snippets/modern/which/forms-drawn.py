# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import grouped_costs, latent_costs

layers, tokens, window = 32, 32_768, 4096
multi_head = grouped_costs(4096, 32, 32, 128)
groups = grouped_costs(4096, 32, 8, 128)
forms = {  # one layer, and the tokens that it keeps
    "multi-head": (multi_head, tokens),
    "8 groups": (groups, tokens),
    "1 group": (grouped_costs(4096, 32, 1, 128), tokens),
    "latent": (latent_costs(4096, 32, 128, 512, 64), tokens),
    "8 groups,\nwindow": (groups, window),
}
plt.rc("font", size=11)
_, axes = plt.subplots(2, figsize=(4.2, 5), layout="constrained")
measured = {
    "GiB": [
        layers * kept * costs.cached * 2 / 2**30
        for costs, kept in forms.values()
    ],
    "multiply-adds for each key, relative": [
        costs.per_key / multi_head.per_key for costs, _ in forms.values()
    ],
}
for ax, (title, sizes) in zip(axes, measured.items(), strict=True):
    bars = ax.barh(list(forms), sizes, color="#888888")
    ax.bar_label(bars, fmt="%.4g", padding=4)
    ax.invert_yaxis()
    ax.set(xticks=[], xlim=(0, 1.2 * max(sizes)))
    ax.set_title(title, fontsize=11, loc="left")
    ax.spines[:].set_visible(False)
    ax.tick_params(left=False)
plt.show()
