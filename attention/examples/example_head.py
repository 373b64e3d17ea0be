"""The running example's head: three matrices of width 2, chosen by hand.

    from attention.examples import W_key, W_query, W_value, inputs, position_table

    X = inputs + position_table[:6]
    Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T

They are stored as nn.Linear stores its weight, one row for each output feature. Each
number has one decimal, so every query, key and value can be checked by hand.
"""

import torch
from jaxtyping import Float32
from torch import Tensor

W_query: Float32[Tensor, "d_out=2 d_in=3"] = torch.tensor(
    [[0.5, 0.0, 0.5], [0.0, 0.5, -0.5]]
)
"""Projects words to queries."""

W_key: Float32[Tensor, "d_out=2 d_in=3"] = torch.tensor(
    [[0.4, -0.1, 0.3], [-0.2, 0.6, 0.1]]
)
"""Projects words to keys."""

W_value: Float32[Tensor, "d_out=2 d_in=3"] = torch.tensor(
    [[0.3, 0.1, -0.2], [0.1, -0.3, 0.4]]
)
"""Projects words to values."""
