"""Write rotary positions.

Then: python -m attention.practice rotary my_rotary.py
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

Cache = tuple[Tensor, Tensor]


def rotate(x: Tensor, start: int) -> Tensor:
    """Return x (batch, num_heads, num_tokens, head_dim), turned by positions.

    Feature i and feature i + head_dim / 2 are a pair. At position p, pair i turns
    by the angle p * 10000 ** (-2 * i / head_dim). The first token is at `start`.
    """
    raise NotImplementedError  # your lines go here


class RotaryAttention(nn.Module):
    """Causal heads with a cache, and with positions."""

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
        """Return the result for new tokens, (batch, num_new, d_in), and a cache."""
        queries = self.split(self.W_query(x))
        keys, values = self.split(self.W_key(x)), self.split(self.W_value(x))
        # Here, turn what must be turned.

        if cache is not None:
            keys = torch.cat([cache[0], keys], dim=2)
            values = torch.cat([cache[1], values], dim=2)
        num_new, num_keys = queries.shape[2], keys.shape[2]
        mask = torch.ones(num_new, num_keys, dtype=torch.bool, device=x.device)
        mask = mask.tril(num_keys - num_new)
        contexts = F.scaled_dot_product_attention(queries, keys, values, mask)
        out = self.out_proj(contexts.transpose(1, 2).flatten(2))
        return out, (keys, values)
