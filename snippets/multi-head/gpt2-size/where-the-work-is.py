# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

tokens = torch.tensor([128, 256, 512, 1024, 1536, 2048, 3072, 4096])
lines = {
    "projections": 4 * tokens * 768**2 / 1e9,
    "scores and mixtures": 2 * tokens**2 * 768 / 1e9,
}

labels = {"xlabel": "tokens", "ylabel": "multiply-adds, billions"}
curves(tokens, lines, **labels, colours=[None, "score"])
plt.show()
