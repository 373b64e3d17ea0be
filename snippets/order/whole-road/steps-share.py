import torch
from attention.examples import W_key, W_query, inputs, position_table

X = inputs + position_table[:6]
Q, K = X @ W_query.T, X @ W_key.T
scores = Q @ K.T
journey, step = 1, 5
weights = torch.softmax(scores / 2**0.5, dim=-1)
print(f"answer: {weights[journey, step]:.4f}")

unscaled = torch.softmax(scores, dim=-1)[journey, step]
wrong_root = torch.softmax(scores / 3**0.5, dim=-1)[journey, step]
columns = torch.softmax(scores / 2**0.5, dim=0)[journey, step]
print(f"not scaled: {unscaled:.4f}")
print(f"scaled by the root of d_in, not of the width: {wrong_root:.4f}")
print(f"what step gives journey: {weights[step, journey]:.4f}")
print(f"shared out down the column, the wrong dimension: {columns:.4f}")
print(f"an equal share for each of six words: {1 / 6:.4f}")
