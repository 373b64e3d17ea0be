"""Multi-head attention as several layers: one CausalAttention for each head.

For a sequence x, one row a token, and the heads h = 1 … num_heads:

    Z_h = CausalAttention_h(x)
    Z   = Concat(Z_1, …, Z_num_heads)

This is Vaswani et al. (2017), section 3.2.2, without their W_O. Here d_out is the
width of one head; in MultiHeadAttention it is that of all heads together.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.causal.causal_attention import CausalAttention
from attention.checks import check_sizes


class MultiHeadAttentionWrapper(nn.Module):
    """Causal heads that run one after the other, their results side by side.

    Args:
        d_in: Features of each token.
        d_out: Features of each context vector of *one* head.
        context_length: The number of tokens of the longest sequence that it takes.
        dropout: The share of the attention weights dropped in training, in [0, 1).
        num_heads: The number of heads, at least 1.
        qkv_bias: Whether each layer of each head has a bias.

    Attributes:
        heads: nn.ModuleList of CausalAttention, made in this order.

    Raises:
        ValueError: If num_heads is less than 1, or dropout is not in [0, 1).
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
    ) -> None:
        super().__init__()
        check_sizes(num_heads=num_heads)
        self.heads = nn.ModuleList(
            CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
            for _ in range(num_heads)
        )

    @property
    def mask(self) -> Tensor:
        """The mask of the first head, to be read: each head has its own to be set."""
        return self.get_submodule("heads.0").get_buffer("mask")

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens width"]:
        """Return the context vectors of all heads, side by side for each token.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Returns:
            num_heads * d_out features for each token.

        Raises:
            ValueError: As `CausalAttention` does.
        """
        return torch.cat([head(x) for head in self.heads], dim=-1)
