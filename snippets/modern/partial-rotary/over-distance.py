# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import RotaryPositions
from attention.plotting import curves

distances = torch.arange(513)
ones = torch.ones(513, 128)  # one vector at each position
scores = {}
for share, turned in {"all": 128, "half": 64, "a quarter": 32}.items():
    vectors = RotaryPositions(513, turned, width=128)(ones)
    scores[f"{share} turned"] = vectors @ vectors[0] / 128
ax = curves(distances, scores, xlabel="distance", ylabel="score ÷ 128")
ax.set_ylim(-0.1, 1.05)
plt.show()
