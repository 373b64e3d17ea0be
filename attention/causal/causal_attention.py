"""Causal self-attention as a class: a token attends to itself and to earlier tokens.

For a sequence x, one row for each token, and the layers W_query, W_key, W_value:

    Q = W_query(x),   K = W_key(x),   V = W_value(x)
    A = softmax(Q K^T / sqrt(d_out) + M),   M_ij = 0 if j <= i, else -infinity
    Z = dropout(A) V

The mask is that of the decoder of Vaswani et al. (2017), section 3.2.3. Their section
5.4 does not list dropout of the attention weights; Radford et al. (2018), section 4.1,
do.
"""

from collections.abc import Callable

from jaxtyping import Float
from torch import Tensor, nn

from attention.causal.masks import causal_mask
from attention.checks import check_length, check_rate, check_shape
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class CausalAttention(nn.Module):
    """One head of causal self-attention, with dropout.

    Args:
        d_in: Features of each token.
        d_out: Features of each query, key, value and context vector.
        context_length: The largest number of tokens in a sequence.
        dropout: The probability of each attention weight to be dropped in training,
            in [0, 1).
        qkv_bias: Whether each of the three layers has a bias.

    Attributes:
        W_query: nn.Linear, made first.
        W_key: nn.Linear, made second.
        W_value: nn.Linear, made third.
        mask: A non-persistent buffer of shape (context_length, context_length), True =
            may attend. Made on the meta device, it gets its numbers when weights are
            loaded.

    Raises:
        ValueError: If dropout is not in [0, 1).
    """

    attend = staticmethod(scaled_dot_product_attention)
    mask: Tensor

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        qkv_bias: bool = False,
    ) -> None:
        super().__init__()
        check_rate(dropout=dropout)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = dropout
        self.register_buffer("mask", causal_mask(context_length), persistent=False)
        self.register_load_state_dict_post_hook(_fill_mask)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return the context vector of each token.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes, another width than d_in, or more
                than context_length tokens.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.W_query.in_features)
        num_tokens = x.shape[-2]
        check_length("x", num_tokens, len(self.mask))
        queries = self.W_query(x)  # (..., num_tokens, d_out)
        keys = self.W_key(x)
        values = self.W_value(x)
        mask = self.mask[:num_tokens, :num_tokens]
        dropout = self.dropout if self.training else 0.0
        contexts, _ = self.attend(queries, keys, values, mask, dropout)
        return contexts

    def _apply(
        self, fn: Callable[[Tensor], Tensor], recurse: bool = True
    ) -> "CausalAttention":
        """Move or convert the layer, as `to` does, and keep what `to_empty` drops."""
        mask = self.mask
        super()._apply(fn, recurse)
        self.mask = mask if mask.is_meta else mask.to(self.mask.device)
        return self


def _fill_mask(layer: CausalAttention, _: object) -> None:
    """Make the mask of a layer whose weights were loaded and which has none yet."""
    if layer.mask.is_meta:
        device = layer.W_query.weight.device
        layer.mask = causal_mask(len(layer.mask), device=device)
