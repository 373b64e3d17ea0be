# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch

heads, head_dim, latent_dim, rotary_dim = 128, 128, 512, 64
n = torch.logspace(0, 5, 50)  # tokens before the one that is written
restore = heads * latent_dim * 2 * head_dim
explicit = n * (restore + heads * (2 * head_dim + rotary_dim))
absorbed = restore + n * heads * (2 * latent_dim + rotary_dim)

_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
ax.loglog(n, explicit, color="#b3261e", label="explicit")
ax.loglog(n, absorbed, color="black", label="absorbed")
ax.set(xlabel="tokens so far", ylabel="multiply-adds, one new token")
ax.spines[["top", "right"]].set_visible(False)
ax.legend(frameon=False)
plt.show()
