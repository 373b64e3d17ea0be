# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import rotate
from attention.plotting import arrows

query = torch.tensor([[2.0, 0.5]])
key = torch.tensor([[1.5, -0.5]])
vectors, labels = [], []
for m, n in ((1, 0), (2, 1)):
    vectors.append(rotate(query, torch.tensor([m])))
    vectors.append(rotate(key, torch.tensor([n])))
    labels += [f"query at {m}", f"key at {n}"]
colours = ["query", "key", "query", "key"]
arrows(torch.cat(vectors), labels=labels, colours=colours)
plt.show()
