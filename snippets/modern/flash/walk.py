# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import scaled_dot_product_attention
from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)
from attention.plotting import heatmap

_, weights = scaled_dot_product_attention(
    plane_queries, plane_keys, plane_values
)
tile = torch.zeros(8, 8, dtype=torch.bool)
tile[2:4, 2:4] = True  # the second block of queries, and of keys
heatmap(weights, rows=plane_tokens, columns=plane_tokens, outline=tile)
plt.show()
