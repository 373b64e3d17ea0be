# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import grouped_costs, latent_costs
from attention.plotting import curves

multi_head = grouped_costs(4096, 32, 32, 128)
ways = {
    "multi-head": multi_head,
    "8 groups": grouped_costs(4096, 32, 8, 128),
    "multi-query": grouped_costs(4096, 32, 1, 128),
    "latent": latent_costs(4096, 32, 128, latent_dim=512, rotary_dim=64),
}
latent = ways["latent"]
crossing = (multi_head.weights - latent.weights) / (
    latent.per_key - multi_head.per_key
)

keys = torch.arange(0, 2001, 100)
millions = {
    name: (costs.weights + keys * costs.per_key) / 1e6
    for name, costs in ways.items()
}
_, ax = plt.subplots(figsize=(4.2, 4), layout="constrained")
curves(
    keys, millions, xlabel="keys", ylabel="multiply-adds (millions)", ax=ax
)
ax.axvline(crossing, color="#888888", linewidth=1)
ax.text(crossing - 25, 105, f"{crossing:.0f} keys", ha="right", fontsize=11)
plt.show()
