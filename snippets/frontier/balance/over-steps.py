# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import COLOURS, DeepSeekRouter, balanced_bias, expert_load

torch.manual_seed(123)
x = torch.randn(512, 16) + 0.3 * torch.randn(16)
router = DeepSeekRouter(16, 8, top_k=2)
loads = []
for _ in range(301):
    loads.append(expert_load(router(x)[0], 8))
    router.bias.data = balanced_bias(router.bias, loads[-1])
_, ax = plt.subplots(figsize=(4.4, 3.4), layout="constrained")
for expert, line in enumerate(torch.stack(loads, dim=1)):
    label = "with the bias" if expert == 0 else None
    ax.plot(line, color=COLOURS["context"], lw=1.2, label=label)
    label = "without" if expert == 0 else None
    still = [int(line[0])] * 301
    ax.plot(still, "--", color=COLOURS["score"], lw=0.9, label=label)
ax.set_xlabel("step", fontsize=11)
ax.set_ylabel("load of each expert", fontsize=11)
ax.set(xlim=(0, 300), ylim=(0, None))
ax.tick_params(labelsize=10)
ax.legend(fontsize=10, frameon=False, loc="lower right")
ax.spines[["top", "right"]].set_visible(False)
plt.show()
