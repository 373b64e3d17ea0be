"""Attention between two sequences: one asks, the other is read.

For x_query, whose tokens ask, and x_key, whose tokens are read, and for each head h:

    Q_h = W_query_h(x_query),   K_h = W_key_h(x_key),   V_h = W_value_h(x_value)
    Z_h = softmax(Q_h K_h^T / sqrt(head_dim) + M) V_h,  M_ij = 0 if allowed, else -inf
    CrossAttention(x_query, x_key, x_value) = Concat(Z_1, …, Z_num_heads) W_O

This is the encoder-decoder attention of Vaswani et al. (2017), section 3.2.3, item 1:
the decoder asks, and what the encoder returned is both x_key and x_value. Bahdanau et
al. (2015), section 3.1, did the same with additive scores. With one sequence in all
three places it is self-attention, and with a causal mask that of MultiHeadAttention,
whose state dict fits.

M is given as a boolean mask, True = may attend. A query that may attend to nothing
gets a mixture of nothing: its result is the bias of out_proj.

Axes: num_queries and num_keys count tokens, num_heads counts heads, head_dim is the
width of one head, and any batch axes may stand in front ("...").
"""

import torch
from torch import nn

from attention.self_attention.dot_product import context_vectors
from attention.causal.masked import masked_attention_weights
from attention.multi_head.multi_head_attention import merge_heads, split_heads
from attention.self_attention.scaled_dot_product import scaled_attention_scores


class CrossAttention(nn.Module):
    """Heads in which one sequence reads another.

    d_in:      features of each token that asks, at least 1
    d_out:     features of the result, those of all heads together
    dropout:   share of the attention weights dropped in training, in [0, 1)
    num_heads: at least 1; d_out is divisible by it
    qkv_bias:  whether W_query, W_key and W_value add a trained vector, too
    d_source:  features of each token that is read, at least 1; by default d_in

    W_query, W_key, W_value: nn.Linear, made in turn; the weight of the first has shape
    (d_out, d_in), those of the others (d_out, d_source)
    out_proj: nn.Linear with a bias, weight of shape (d_out, d_out)

    Raises ValueError if a size is less than 1, d_out is not divisible by num_heads,
    or dropout is not in [0, 1).
    """

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
        _require_sizes(d_in=d_in, d_out=d_out, num_heads=num_heads, d_source=d_source)
        if d_out % num_heads != 0:
            raise ValueError(
                f"d_out must be divisible by num_heads={num_heads}. Got {d_out}."
            )
        if not 0 <= dropout < 1:
            raise ValueError(f"dropout must be in [0, 1). Got {dropout}.")
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_source, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_source, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)

    def weights(
        self,
        x_query: torch.Tensor,
        x_key: torch.Tensor,
        mask: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """The share of each key for each query, head by head, before dropout.

        x_query, x_key, mask: as for forward
        returns: (..., num_heads, num_queries, num_keys)

        Raises ValueError as forward does.
        """
        d_in, d_source = self.W_query.in_features, self.W_key.in_features
        _require_tokens("x_query", "num_queries", x_query, "d_in", d_in)
        _require_tokens("x_key", "num_keys", x_key, "d_source", d_source)
        _require_batches(x_query, x_key)

        queries = split_heads(self.W_query(x_query), self.num_heads)
        keys = split_heads(self.W_key(x_key), self.num_heads)
        scores = scaled_attention_scores(queries, keys)
        # (..., num_heads, num_queries, num_keys), divided by sqrt(head_dim)

        if mask is None:
            num_queries, num_keys = scores.shape[-2:]
            mask = scores.new_ones(num_queries, num_keys, dtype=torch.bool)
        _require_mask(mask, scores)
        return masked_attention_weights(scores, _for_all_heads(mask))

    def forward(
        self,
        x_query: torch.Tensor,
        x_key: torch.Tensor,
        x_value: torch.Tensor | None = None,
        mask: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """What each token of x_query takes from the other sequence.

        x_query: (..., num_queries, d_in), dtype of the parameters
        x_key:   (..., num_keys, d_source); its batch axes broadcast with x_query's
        x_value: what is mixed, shape of x_key; by default x_key itself
        mask:    boolean, True = may attend, of a shape that broadcasts to
                 (..., num_queries, num_keys), the same for all heads; by default every
                 query may attend to every key
        returns: (..., num_queries, d_out)

        Raises ValueError if an x has fewer than two axes or another width, if batch
        axes or x_key and x_value do not fit, or if the mask is not boolean or does
        not fit.
        """
        weights = self.weights(x_query, x_key, mask)
        if x_value is None:
            x_value = x_key
        if x_value.shape != x_key.shape:
            raise ValueError(
                f"x_value must have the shape of x_key, {tuple(x_key.shape)}. "
                f"Got {tuple(x_value.shape)}."
            )
        values = split_heads(self.W_value(x_value), self.num_heads)
        # (..., num_heads, num_keys, head_dim)

        contexts = context_vectors(self.dropout(weights), values)
        # (..., num_heads, num_queries, head_dim)

        return self.out_proj(merge_heads(contexts))  # (..., num_queries, d_out)


def _for_all_heads(mask: torch.Tensor) -> torch.Tensor:
    """(..., num_queries, num_keys) -> (..., 1, num_queries, num_keys)."""
    return mask.unsqueeze(-3) if mask.dim() > 1 else mask


def _require_sizes(**sizes: int) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} must be at least 1. Got {size}.")


def _require_tokens(
    name: str, axis: str, x: torch.Tensor, width_name: str, width: int
) -> None:
    if x.dim() < 2 or x.shape[-1] != width:
        raise ValueError(
            f"{name} must have shape (..., {axis}, {width_name}={width}). "
            f"Got {tuple(x.shape)}."
        )


def _require_batches(x_query: torch.Tensor, x_key: torch.Tensor) -> None:
    ours, theirs = x_query.shape[:-2], x_key.shape[:-2]
    pairs = zip(reversed(ours), reversed(theirs))
    if not all(a == b or a == 1 or b == 1 for a, b in pairs):
        raise ValueError(
            f"x_key must have batch axes that broadcast with those of x_query, "
            f"{tuple(ours)}. Got {tuple(theirs)}."
        )


def _require_mask(mask: torch.Tensor, scores: torch.Tensor) -> None:
    """scores: (..., num_heads, num_queries, num_keys); the mask knows no heads."""
    if mask.dtype != torch.bool:
        raise ValueError(f"mask must be boolean, True = may attend. Got {mask.dtype}.")
    shape = (*scores.shape[:-3], *scores.shape[-2:])
    pairs = zip(reversed(shape), reversed(mask.shape))
    fits = all(size == of_mask or of_mask == 1 for size, of_mask in pairs)
    if not 1 <= mask.dim() <= len(shape) or not fits:
        raise ValueError(
            f"mask must have a shape that broadcasts to "
            f"(..., num_queries, num_keys)={shape}. Got {tuple(mask.shape)}."
        )
