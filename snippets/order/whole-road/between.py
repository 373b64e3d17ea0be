import matplotlib.pyplot as plt
import torch
from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
    tokens,
)
from attention.plotting import COLOURS

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
Z = torch.softmax(Q @ K.T / 2**0.5, dim=-1) @ V

plt.rc("font", size=11)
_, axes = plt.subplots(figsize=(4.2, 4), layout="constrained")
outer, green = V[[0, 5, 3, 4]], COLOURS["value"]  # your, step, with, one
axes.fill(*outer.T.tolist(), color=green, alpha=0.15)
axes.scatter(*V.T.tolist(), color=green, marker="s", label="values")
axes.scatter(*Z.T.tolist(), color=COLOURS["context"], label="contexts")
for token, place in zip(tokens, V.tolist(), strict=True):
    offset = (5, -13) if token == "starts" else (5, 5)
    axes.annotate(token, place, offset, textcoords="offset points")
axes.set(xlabel="first number", ylabel="second number")
axes.margins(0.15)
axes.legend(frameon=False)
plt.show()
