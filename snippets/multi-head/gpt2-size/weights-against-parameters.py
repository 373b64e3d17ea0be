# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

tokens = torch.tensor([16, 32, 64, 128, 256, 512, 1024])
lines = {
    "weights": 12 * tokens**2,
    "parameters": torch.full_like(tokens, 2_360_064),
    "tokens × 768": 768 * tokens,
}

labels = {"xlabel": "tokens", "ylabel": "numbers, one sequence"}
style = {"colours": ["weight", None, None], "logx": True, "logy": True}
curves(tokens, lines, **labels, **style)
plt.show()
