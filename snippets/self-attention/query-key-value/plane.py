# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import arrows, plane_keys, plane_queries, plane_tokens

drawn = {name: plane_tokens.index(name) for name in ("ada", "boat", "sold")}
asking = {name: plane_tokens.index(name) for name in ("she", "it")}
vectors = [plane_queries[i] for i in asking.values()]
vectors += [plane_keys[i] for i in drawn.values()]

names = [f"{name} asks" for name in asking] + list(drawn)
colours = ["query"] * 2 + ["key"] * 3
axes = arrows(torch.stack(vectors), labels=names, colours=colours)
axes.set(xlabel="person", ylabel="thing")
plt.show()
