# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import alibi_slopes
from attention.plotting import heatmap

slopes = alibi_slopes(8)
factors = torch.exp(-slopes[:, None] * torch.arange(64))

_, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
heatmap(
    factors,
    rows=[f"1/{1 / slope:.0f}" for slope in slopes],
    columns=["0", *[""] * 30, "31", *[""] * 31, "63"],
    decimals=None,
    ax=ax,
)
ax.set_aspect("auto")
ax.set(xlabel="positions back", ylabel="slope")
plt.show()
