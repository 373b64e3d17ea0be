# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import curves, toy_keys, toy_queries

times = torch.linspace(1, 20, 96)
queries = times[:, None] * toy_queries[1]  # (96, 3), ever longer
weights = torch.softmax(queries @ toy_keys.T / 3**0.5, dim=-1)

your, step, starts = weights[:, 0], weights[:, 6], weights[:, 2]
lines = {"your": your, "step": step, "starts": starts}
lines["rest"] = 1 - your - step - starts
axes = curves(times, lines, xlabel="query, times longer", ylabel="weight")
axes.set(xticks=[1, 5, 10, 15, 20], ylim=(0, 1))
plt.show()
