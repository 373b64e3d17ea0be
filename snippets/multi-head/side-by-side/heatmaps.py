# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CausalAttention, causal_mask, heatmap, inputs, tokens

torch.manual_seed(123)
size = {"figsize": (4.2, 8.2), "layout": "constrained"}
_, axes = plt.subplots(2, 1, **size)
for number, ax in enumerate(axes):
    head = CausalAttention(3, 2, 6, 0.0)
    scores = head.W_query(inputs) @ head.W_key(inputs).T / 2**0.5
    hidden = scores.masked_fill(~causal_mask(6), -torch.inf)
    weights = torch.softmax(hidden, dim=-1)
    largest = weights == weights.max(dim=-1, keepdim=True).values
    heatmap(weights, rows=tokens, columns=tokens, outline=largest, ax=ax)
    ax.set_xlabel(f"head {number}")
plt.show()
