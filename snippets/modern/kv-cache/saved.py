# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch

d, n = 64, torch.arange(1, 33)
with_cache = 4 * d * d + 2 * n * d  # multiply-adds of each step
without = n * 4 * d * d + 2 * n * n * d

_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
ax.step(
    n, without.cumsum(0) / 1e6, label="without a cache", color="#b3261e"
)
ax.step(n, with_cache.cumsum(0) / 1e6, label="with a cache", color="black")
ax.set(xlabel="tokens", ylabel="million multiply-adds", ylim=(0, None))
ax.legend(frameon=False)
plt.show()
