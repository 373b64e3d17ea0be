"""Write causal heads.

Then: python -m attention.practice heads my_heads.py
"""

import torch
from torch import Tensor, nn


class MultiHeadAttention(nn.Module):
    """Causal attention in several heads, with one matrix each for q, k and v."""

    def __init__(self, d_in: int, d_out: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(self, x: Tensor) -> Tensor:
        """Return (batch, num_tokens, d_out) for x (batch, num_tokens, d_in).

        Head 0 takes the first head_dim features of queries, keys and values,
        head 1 the next ones. No token attends to later ones.
        """
        raise NotImplementedError  # your lines go here
