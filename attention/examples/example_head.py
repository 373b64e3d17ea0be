"""The running example's head: three matrices of width 2, chosen by hand.

    from attention import W_K, W_Q, W_V, inputs, position_table

    X = inputs + position_table[:6]
    Q, K, V = X @ W_Q.T, X @ W_K.T, X @ W_V.T

They are stored as nn.Linear stores its weight, one row for each number that
comes out, and their values have one decimal, so that every query, key and value
can be checked by hand. A trained head has the same form and other numbers.
"""

import torch

W_Q: torch.Tensor = torch.tensor([[0.5, 0.0, 0.5], [0.0, 0.5, -0.5]])
"""Makes the queries: shape (d_out=2, d_in=3), float32."""

W_K: torch.Tensor = torch.tensor([[0.4, -0.1, 0.3], [-0.2, 0.6, 0.1]])
"""Makes the keys: shape (d_out=2, d_in=3), float32."""

W_V: torch.Tensor = torch.tensor([[0.3, 0.1, -0.2], [0.1, -0.3, 0.4]])
"""Makes the values: shape (d_out=2, d_in=3), float32."""
