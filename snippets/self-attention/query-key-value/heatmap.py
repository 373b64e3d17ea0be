# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import heatmap, toy_keys, toy_queries, toy_tokens

weights = torch.softmax(toy_queries @ toy_keys.T / 3**0.5, dim=-1)
largest = weights == weights.amax(dim=-1, keepdim=True)

axes = heatmap(
    weights, rows=toy_tokens, columns=toy_tokens, outline=largest
)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
