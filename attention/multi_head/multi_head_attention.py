"""Multi-head attention: several heads read the same sequence, side by side.

For a sequence x, one row a token, and the heads h = 1 … num_heads:

    Z_h = softmax(Q_h K_h^T / sqrt(head_dim) + M) V_h
    MultiHead(x) = Concat(Z_1, …, Z_num_heads) W_O

This is Vaswani et al. (2017), section 3.2.2, with the causal mask M of section
3.2.3. Two classes compute it. The wrapper holds one CausalAttention for each head
and leaves out W_O; its d_out is that of one head. MultiHeadAttention holds the
matrices of all heads in one and splits what they give; its d_out is that of all
heads together, so that head_dim = d_out / num_heads. The scale is the root of
head_dim, not of d_out.

Axes: num_tokens and num_heads count, head_dim is the width of one head, and any
batch axes may stand in front ("...").
"""

import torch
from torch import nn

from attention.causal.causal_attention import CausalAttention, leave_out_saved_mask
from attention.self_attention.dot_product import attention_weights, context_vectors
from attention.self_attention.scaled_dot_product import scaled_attention_scores


def split_heads(x: torch.Tensor, num_heads: int) -> torch.Tensor:
    """Cut each token's row into one piece for each head, heads first.

    x:         (..., num_tokens, num_heads * head_dim)
    num_heads: pieces of each row, at least 1
    returns:   (..., num_heads, num_tokens, head_dim), a view: nothing is copied

    Raises ValueError if x has fewer than two axes, or its width is not divisible
    by num_heads.
    """
    if x.dim() < 2:
        raise ValueError(
            f"x must have shape (..., num_tokens, width). Got {tuple(x.shape)}."
        )
    *batch, num_tokens, width = x.shape
    if num_heads < 1 or width % num_heads != 0:
        raise ValueError(
            f"num_heads must divide the width of x, {width}. Got {num_heads}."
        )
    pieces = x.view(*batch, num_tokens, num_heads, width // num_heads)
    return pieces.transpose(-3, -2)  # (..., num_heads, num_tokens, head_dim)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    """Put the pieces of each token side by side again: undo split_heads.

    x:       (..., num_heads, num_tokens, head_dim)
    returns: (..., num_tokens, num_heads * head_dim)

    Raises ValueError if x has fewer than three axes.
    """
    if x.dim() < 3:
        raise ValueError(
            f"x must have shape (..., num_heads, num_tokens, head_dim). "
            f"Got {tuple(x.shape)}."
        )
    *batch, num_heads, num_tokens, head_dim = x.shape
    pieces = x.transpose(-3, -2)  # (..., num_tokens, num_heads, head_dim)
    return pieces.contiguous().view(*batch, num_tokens, num_heads * head_dim)


class MultiHeadAttentionWrapper(nn.Module):
    """Heads of causal attention one after the other, their results side by side.

    d_in:           features of each token, at least 1
    d_out:          features of each context vector of *one* head, at least 1
    context_length: tokens of the longest sequence that it takes, at least 1
    dropout:        share of the attention weights dropped in training, in [0, 1)
    num_heads:      at least 1
    qkv_bias:       whether each layer of each head adds a trained vector, too

    heads: nn.ModuleList of CausalAttention, made in turn

    Raises ValueError if a size is less than 1, or dropout is not in [0, 1).
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
        _require_sizes(num_heads=num_heads)
        self.heads = nn.ModuleList(
            CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
            for _ in range(num_heads)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The context vectors of all heads, side by side for each token.

        x:       (..., num_tokens, d_in), dtype of the parameters
        returns: (..., num_tokens, num_heads * d_out)

        Raises ValueError as CausalAttention does.
        """
        return torch.cat([head(x) for head in self.heads], dim=-1)


class MultiHeadAttention(nn.Module):
    """Heads of causal attention computed at once, from three matrices in all.

    d_in:           features of each token, at least 1
    d_out:          features of the result, those of *all* heads together
    context_length: tokens of the longest sequence that it takes, at least 1
    dropout:        share of the attention weights dropped in training, in [0, 1)
    num_heads:      at least 1; d_out is divisible by it
    qkv_bias:       whether W_query, W_key and W_value add a trained vector, too

    W_query, W_key, W_value: nn.Linear, made in turn, weights of shape (d_out, d_in);
    rows h * head_dim to (h + 1) * head_dim are those of head h, counted from 0
    out_proj: nn.Linear with a bias, weight of shape (d_out, d_out)
    mask: a buffer that is not saved, boolean, (context_length, context_length), True
    where a token may attend. A state dict that holds a mask, as those of the book's
    class do, loads all the same.

    Raises ValueError if a size is less than 1, d_out is not divisible by num_heads,
    or dropout is not in [0, 1).
    """

    mask: torch.Tensor

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
        _require_sizes(
            d_in=d_in, d_out=d_out, context_length=context_length, num_heads=num_heads
        )
        if d_out % num_heads != 0:
            raise ValueError(
                f"d_out must be divisible by num_heads={num_heads}. Got {d_out}."
            )
        if not 0 <= dropout < 1:
            raise ValueError(f"dropout must be in [0, 1). Got {dropout}.")
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        mask = torch.ones(context_length, context_length, dtype=torch.bool).tril()
        self.register_buffer("mask", mask, persistent=False)
        self.register_load_state_dict_pre_hook(leave_out_saved_mask)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """All heads at once, put side by side and mixed by out_proj.

        x:       (..., num_tokens, d_in), dtype of the parameters
        returns: (..., num_tokens, d_out)

        Raises ValueError if x has fewer than two axes, another width, or more than
        context_length tokens.
        """
        self._require_tokens(x)
        num_tokens = x.shape[-2]
        queries = split_heads(self.W_query(x), self.num_heads)
        keys = split_heads(self.W_key(x), self.num_heads)
        values = split_heads(self.W_value(x), self.num_heads)
        # each (..., num_heads, num_tokens, head_dim)

        scores = scaled_attention_scores(queries, keys)
        # (..., num_heads, num_tokens, num_tokens), divided by sqrt(head_dim)
        mask = self.mask[:num_tokens, :num_tokens]
        weights = attention_weights(scores.masked_fill(~mask, -torch.inf))
        contexts = context_vectors(self.dropout(weights), values)
        # (..., num_heads, num_tokens, head_dim)

        return self.out_proj(merge_heads(contexts))  # (..., num_tokens, d_out)

    def _require_tokens(self, x: torch.Tensor) -> None:
        d_in, context_length = self.W_query.in_features, self.mask.shape[-1]
        if x.dim() < 2 or x.shape[-1] != d_in:
            raise ValueError(
                f"x must have shape (..., num_tokens, d_in={d_in}). "
                f"Got {tuple(x.shape)}."
            )
        if x.shape[-2] > context_length:
            raise ValueError(
                f"x must have at most context_length={context_length} tokens. "
                f"Got {x.shape[-2]}."
            )


def _require_sizes(**sizes: int) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} must be at least 1. Got {size}.")
