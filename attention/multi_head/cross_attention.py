"""Attention between two sequences: queries from one, keys and values from the other.

For each head h:

    Q_h = W_query_h(x_query),   K_h = W_key_h(x_key),   V_h = W_value_h(x_value)
    Z_h = softmax(Q_h K_h^T / sqrt(head_dim) + M) V_h,  M_ij = 0 if allowed, else -inf
    CrossAttention(x_query, x_key, x_value) = Concat(Z_1, …, Z_num_heads) W_O

This is the encoder-decoder attention of Vaswani et al. (2017), section 3.2.3, item 1:
the queries come from the decoder, and what the encoder returned is both x_key and
x_value. Bahdanau et al. (2015), section 3.1, did the same with additive scores. With
one sequence in all three places it is self-attention, and with a causal mask that of
MultiHeadAttention, whose state dict fits.

A query that may attend to nothing gets context vectors of zeros, so its result is the
bias of out_proj.
"""

from jaxtyping import Bool, Float
from torch import Tensor, broadcast_shapes, nn

from attention.checks import check_divides, check_mask, check_rate, check_shape
from attention.multi_head.heads import merge_heads, split_heads
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class CrossAttention(nn.Module):
    """Heads in which one sequence attends to another.

    Args:
        d_in: Features of each token of x_query.
        d_out: Features of the result, those of all heads together.
        dropout: The share of the attention weights dropped in training, in [0, 1).
        num_heads: The number of heads; it divides d_out.
        qkv_bias: Whether W_query, W_key and W_value have a bias.
        d_source: Features of each token of x_key and x_value; by default d_in.

    Attributes:
        W_query: nn.Linear from d_in to d_out features.
        W_key: nn.Linear from d_source to d_out features.
        W_value: nn.Linear from d_source to d_out features.
        out_proj: nn.Linear with a bias, from d_out to d_out features.

    Raises:
        ValueError: If num_heads does not divide d_out, or dropout is not in [0, 1).
    """

    attend = staticmethod(scaled_dot_product_attention)

    def __init__(
        self,
        d_in: int,
        d_out: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
        *,
        d_source: int | None = None,
    ) -> None:
        super().__init__()
        if d_source is None:
            d_source = d_in
        check_divides(num_heads, d_out=d_out)
        check_rate(dropout=dropout)
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_source, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_source, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = dropout

    def forward(
        self,
        x_query: Float[Tensor, "... num_queries d_in"],
        x_key: Float[Tensor, "... num_keys d_source"] | None = None,
        x_value: Float[Tensor, "... num_keys d_source"] | None = None,
        mask: Bool[Tensor, " ..."] | None = None,
    ) -> Float[Tensor, "... num_queries d_out"]:
        """Return what each token of x_query takes from the other sequence.

        Args:
            x_query: One vector for each query position, of the parameters' dtype.
            x_key: One vector for each key position; by default x_query itself, which
                is self-attention.
            x_value: What is mixed; by default x_key itself.
            mask: True = may attend, of a shape that broadcasts to
                (..., num_queries, num_keys), the same for all heads. By default every
                query may attend to every key.

        Raises:
            ValueError: If an x has fewer than two axes or another width, if x_value
                does not have the shape of x_key, or if the mask is not boolean or does
                not fit.
        """
        if x_key is None:
            x_key = x_query
        d_in, d_source = self.W_query.in_features, self.W_key.in_features
        check_shape("x_query", x_query, "... num_queries d_in", d_in=d_in)
        check_shape("x_key", x_key, "... num_keys d_source", d_source=d_source)
        if x_value is None:
            x_value = x_key
        elif x_value.shape != x_key.shape:
            raise ValueError(
                f"x_value must have the shape of x_key, {tuple(x_key.shape)}. "
                f"Got {tuple(x_value.shape)}."
            )
        if mask is not None:
            mask = _for_all_heads(mask, x_query, x_key)

        queries = split_heads(self.W_query(x_query), self.num_heads)
        keys = split_heads(self.W_key(x_key), self.num_heads)
        values = split_heads(self.W_value(x_value), self.num_heads)
        # each (..., num_heads, num_queries or num_keys, head_dim)

        dropout = self.dropout if self.training else 0.0
        contexts, _ = self.attend(queries, keys, values, mask, dropout)
        # (..., num_heads, num_queries, head_dim)

        return self.out_proj(merge_heads(contexts))  # (..., num_queries, d_out)


def _for_all_heads(mask: Tensor, x_query: Tensor, x_key: Tensor) -> Tensor:
    """Add the axis of heads to a mask that has none, if it fits."""
    batch = broadcast_shapes(x_query.shape[:-2], x_key.shape[:-2])
    shape = (*batch, x_query.shape[-2], x_key.shape[-2])
    check_mask(mask, shape, "(..., num_queries, num_keys)=")
    return mask.unsqueeze(-3) if mask.dim() > 1 else mask
