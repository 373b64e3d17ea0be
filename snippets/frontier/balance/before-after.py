# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import COLOURS, DeepSeekRouter, balanced_bias, expert_load

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)  # they share a direction
router = DeepSeekRouter(16, 8, top_k=2)
loads = []
for _ in range(301):
    loads.append(expert_load(router(x)[0], 8))
    router.bias.data = balanced_bias(router.bias, loads[-1])
_, axes = plt.subplots(
    1, 2, figsize=(4.6, 2.8), sharey=True, layout="constrained"
)
for ax, load, title in (
    (axes[0], loads[0], "no bias"),
    (axes[1], loads[-1], "after 300 steps"),
):
    ax.bar(range(8), load, color=COLOURS["context"])
    ax.axhline(128, color="#888888", lw=1, zorder=0)
    ax.set_title(title, fontsize=11)
    ax.set(xticks=range(8), xlabel="expert")
    ax.set_yticks([128], ["mean"], fontsize=10)
    ax.spines[["top", "left", "right"]].set_visible(False)
plt.show()
