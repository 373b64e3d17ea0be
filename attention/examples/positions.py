"""The running example's positions: one vector for each of sixteen positions.

    from attention.examples import inputs, position_table

    X = inputs + position_table[:6]

Chosen by hand like the words themselves, and small compared with them, so that each
sum is easy to check. A model learns its table (attention/order/learned.py).
"""

import torch
from jaxtyping import Float32
from torch import Tensor

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
