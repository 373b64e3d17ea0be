import matplotlib.pyplot as plt
import torch
from attention import scaled_dot_product_attention
from attention.examples import inputs, target_inputs, target_tokens, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries = target_inputs @ W_query
keys, values = inputs @ W_key, inputs @ W_value

mask = torch.ones(4, 6, dtype=torch.bool).tril()  # out of habit
_, weights = scaled_dot_product_attention(queries, keys, values, mask)
axes = heatmap(weights, rows=target_tokens, columns=tokens)
axes.set_title("causal mask added by mistake:\n“mit” cannot see “with”")
plt.show()
