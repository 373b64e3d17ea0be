# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch

n = torch.arange(0, 1025, 64)
plain = n * n + 3 * n * 16  # weights, queries, keys and values
tiled = 4 * n * 16 + n  # no weights; contexts and log-sum-exps

_, ax = plt.subplots(figsize=(4.2, 4), layout="constrained")
ax.plot(n, plain / 1e6, color="#b3261e", label="plain attention")
ax.plot(n, tiled / 1e6, color="black", label="in tiles")
ax.set(xlabel="tokens", ylabel="million numbers", ylim=(0, None))
ax.spines[["top", "right"]].set_visible(False)
ax.legend(frameon=False)
plt.show()
