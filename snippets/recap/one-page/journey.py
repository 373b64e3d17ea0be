# pip install attention-verified
import torch
from attention import causal_mask
from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
)

X = inputs + position_table[:6]  # what + where
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T  # project
scores = Q @ K.T  # align
scaled = scores / 2**0.5
masked = scaled.masked_fill(~causal_mask(6), -torch.inf)
weights = torch.softmax(masked, dim=-1)
Z = weights @ V  # mix

for name, matrix in (
    ("what", inputs),
    ("where", position_table),
    ("X", X),
    ("query", Q),
    ("key", K),
    ("value", V),
    ("scores", scores),
    ("scaled", scaled),
    ("masked", masked),
    ("weights", weights),
    ("context", Z),
):
    print(f"{name:8}", matrix[1])
