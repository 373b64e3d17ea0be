"""The running example's head and positions: matrices that were chosen by hand.

    from attention.examples import W_key, W_query, W_value, inputs, position_table

    X = inputs + position_table[:6]
    Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T

The three of the head are stored as nn.Linear stores its weight, one row for each of two
output features. Each number has one decimal, so every query, key and value can be
checked by hand. The vectors of the sixteen positions are small compared with the words.
A model learns its table (attention/order/learned.py).
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

position_table: Float32[Tensor, "context_length=16 d_model=3"] = torch.tensor(
    [
        [0.00, 0.00, 0.00],
        [0.01, 0.02, 0.03],
        [0.02, 0.01, -0.01],
        [0.03, 0.00, 0.01],
        [0.04, -0.01, 0.02],
        [0.05, 0.02, 0.00],  # the last row that the sentence needs
        [0.06, 0.03, -0.02],
        [0.07, 0.01, 0.01],
        [0.08, 0.00, -0.01],
        [0.09, -0.02, 0.02],
        [0.10, 0.03, 0.00],
        [0.11, 0.00, 0.01],
        [0.12, 0.01, -0.02],
        [0.13, -0.01, 0.02],
        [0.14, 0.02, 0.00],
        [0.15, 0.01, 0.01],
    ]
)
"""Row p is added to the word at position p."""
