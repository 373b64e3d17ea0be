# pip install "attention-verified[plot]"
import torch
from attention import latent_costs
from attention.plotting import curves
from matplotlib import pyplot as plt

per_key = latent_costs(7168, 128, 128, 512, 64, query_dim=1536).per_key
tokens = torch.arange(0, 16_385, 128)
full = tokens * per_key
chosen = tokens * 64 * 128 + tokens.clamp(max=2048) * per_key
curves(
    tokens,
    {"all keys": full / 1e9, "2,048 chosen": chosen / 1e9},
    xlabel="tokens so far",
    ylabel="billion multiply-adds",
    colours=[None, "key"],
)
plt.show()
