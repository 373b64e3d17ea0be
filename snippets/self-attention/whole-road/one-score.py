import torch
from attention import W_key, W_query, inputs, position_table

X = inputs + position_table[:6]
query, key = (
    X[1] @ W_query.T,
    X[0] @ W_key.T,
)  # journey asks, your is compared

print(query, key)
print(f"by hand: {0.6250 * 0.4240 + 0.1000 * 0.0930:.4f}")
print("by torch:", torch.dot(query, key))
