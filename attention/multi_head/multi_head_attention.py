"""Multi-head attention: the matrices of all heads in one, and one pass for all heads.

For a sequence x, one row a token, and the heads h = 1 … num_heads:

    Z_h = softmax(Q_h K_h^T / sqrt(head_dim) + M) V_h
    MultiHead(x) = Concat(Z_1, …, Z_num_heads) W_O

This is Vaswani et al. (2017), section 3.2.2, with the causal mask M of section 3.2.3.
d_out is the width of all heads together, so that head_dim = d_out / num_heads. The
scale is the root of head_dim, not of d_out.
"""

from jaxtyping import Float
from torch import Tensor, nn

from attention.causal.masks import causal_mask
from attention.checks import check_divides, check_length, check_rate, check_shape
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class MultiHeadAttention(nn.Module):
    """Causal heads that run at once, from one matrix each for queries, keys and values.

    Args:
        d_in: Features of each token.
        d_out: Features of the result, those of *all* heads together.
        context_length: The number of tokens of the longest sequence that it takes.
        dropout: The share of the attention weights dropped in training, in [0, 1).
        num_heads: The number of heads; it divides d_out.
        qkv_bias: Whether W_query, W_key and W_value have a bias.

    Attributes:
        W_query: nn.Linear, made first. Rows h * head_dim to (h + 1) * head_dim of its
            weight are those of head h, counted from 0.
        W_key: The same, made second.
        W_value: The same, made third.
        out_proj: nn.Linear with a bias, from d_out to d_out features.

    Raises:
        ValueError: If num_heads does not divide d_out, or dropout is not in [0, 1).
    """

    attend = staticmethod(scaled_dot_product_attention)

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
        check_divides(num_heads, d_out=d_out)
        check_rate(dropout=dropout)
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.context_length = context_length
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = dropout

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return the context vectors of all heads, mixed by out_proj.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes, another width than d_in, or more
                than context_length tokens.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.W_query.in_features)
        check_length("x", x.shape[-2], self.context_length)

        cut = (-1, self.head_dim)  # each row, as view does
        queries = self.W_query(x).unflatten(-1, cut).transpose(-3, -2)
        keys = self.W_key(x).unflatten(-1, cut).transpose(-3, -2)
        values = self.W_value(x).unflatten(-1, cut).transpose(-3, -2)
        # each (..., num_heads, num_tokens, head_dim)

        mask = causal_mask(x.shape[-2], device=x.device)
        dropout = self.dropout if self.training else 0.0
        contexts, _ = self.attend(queries, keys, values, mask, dropout)

        pieces = contexts.transpose(-3, -2).contiguous()  # heads side by side again
        return self.out_proj(pieces.flatten(-2))
