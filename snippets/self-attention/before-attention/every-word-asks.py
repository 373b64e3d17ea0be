import matplotlib.pyplot as plt
import torch
from attention import additive_scores
from attention.examples import inputs, tokens
from attention.plotting import heatmap

W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])
scores = additive_scores(inputs, inputs, W_query, W_key, v)
weights = torch.softmax(scores, dim=-1)
largest = weights == weights.amax(dim=-1, keepdim=True)
print(weights)

axes = heatmap(weights, rows=tokens, columns=tokens, outline=largest)
axes.set(xlabel="key: the word read", ylabel="query: the word reading")
plt.show()
