"""Write the cache.

Then: python -m attention.practice cache my_cache.py
"""

import torch
from torch import Tensor, nn

Cache = tuple[Tensor, Tensor]


class CachedAttention(nn.Module):
    """Causal heads that keep the keys and values of earlier tokens."""

    def __init__(self, d_in: int, d_out: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.out_proj = nn.Linear(d_out, d_out)

    def split(self, x: Tensor) -> Tensor:
        """Return (batch, num_heads, num_tokens, head_dim)."""
        return x.unflatten(-1, (self.num_heads, self.head_dim)).transpose(1, 2)

    def forward(
        self,
        x: Tensor,
        cache: Cache | None = None,
    ) -> tuple[Tensor, Cache]:
        """Return the result for new tokens, and the cache for the next call.

        In whatever pieces a text comes, the results are those of the whole text.

        Args:
            x: (batch, num_new, d_in), one token or several.
            cache: Keys and values of earlier tokens, both (batch, num_heads,
                num_earlier, head_dim); by default there are none.
        """
        queries = self.split(self.W_query(x))
        keys, values = self.split(self.W_key(x)), self.split(self.W_value(x))
        raise NotImplementedError  # your lines go here
