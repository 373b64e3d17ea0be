# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import heatmap, plane_keys, plane_tokens

person, thing = [2.0, 0.0], [0.0, 2.0]  # what each head asks for
queries = torch.tensor([person, thing])
weights = torch.softmax(queries @ plane_keys.T / 2**0.5, dim=-1)
heatmap(weights, rows=["head 0", "head 1"], columns=plane_tokens)
plt.show()
