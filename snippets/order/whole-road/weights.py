import matplotlib.pyplot as plt
import torch
from attention import (
    W_key,
    W_query,
    heatmap,
    inputs,
    position_table,
    tokens,
)

X = inputs + position_table[:6]
Q, K = X @ W_query.T, X @ W_key.T
weights = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1)
print(weights)

largest = weights == weights.amax(dim=-1, keepdim=True)
labels = {"rows": tokens, "columns": tokens, "decimals": 3}
axes = heatmap(weights, outline=largest, **labels)
axes.set(xlabel="key", ylabel="query")
plt.show()
