# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs, tokens
from attention.plotting import heatmap

weights = torch.softmax(inputs @ inputs.T, dim=-1)
largest = weights == weights.amax(dim=-1, keepdim=True)

axes = heatmap(weights, rows=tokens, columns=tokens, outline=largest)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
