"""Write cross-attention.

Then: python -m attention.practice cross my_cross.py
"""

import torch
from torch import Tensor, nn


class CrossAttention(nn.Module):
    """Heads with which one sequence reads another, which has padding."""

    def __init__(
        self,
        d_in: int,
        d_context: int,
        d_out: int,
        num_heads: int,
    ) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_context, d_out, bias=False)
        self.W_value = nn.Linear(d_context, d_out, bias=False)
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(self, x: Tensor, context: Tensor, mask: Tensor) -> Tensor:
        """Return what each token of x takes from the context.

        Args:
            x: (batch, num_queries, d_in)
            context: (batch, num_keys, d_context)
            mask: Boolean, (batch, num_keys): True = a token, False = padding.

        Returns:
            (batch, num_queries, d_out)
        """
        raise NotImplementedError  # your lines go here
