"""The attention layer of the models from here on: one class, put together from parts.

For a sequence x, one row for each token, with head h of num_heads reading the keys and
values of group g = h // (num_heads / num_kv_groups):

    Q_h = turn(W_query_h x),   K_g = turn(W_key_g x),   V_g = W_value_g x
    Z_h = attend(Q_h, K_g, V_g, M)
    Attention(x) = W_O Concat(Z_0, …, Z_(num_heads - 1))

With its defaults it is `MultiHeadAttention`, with the same parameters drawn in the same
order. What models change are its parts: the rule that makes the mask M, the positions
that turn queries and keys, the function `attend`, and the projections, which may hold a
norm. torchtune's MultiHeadAttention is one class of this kind.
"""

import math
from collections.abc import Callable

import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention.causal.masks import MaskRule, causal_mask, mask_for
from attention.checks import (
    check_divides,
    check_length,
    check_mask,
    check_rate,
    check_shape,
    check_sizes,
)
from attention.multi_head.heads import merge_heads, split_heads
from attention.multi_head.kv_cache import forward_with_cache
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class Attention(nn.Module):
    """Heads, causal by default, with keys and values of their own or shared in groups.

    Args:
        d_in: Features of each token.
        d_out: Features of the result.
        context_length: The number of tokens of the longest sequence that it takes.
        dropout: The share of the attention weights dropped in training, in [0, 1).
        num_heads: The number of heads, each with queries of its own.
        qkv_bias: Whether W_query, W_key and W_value have a bias.
        num_kv_groups: The number of sets of keys and values, which divides num_heads;
            by default one for each head.
        head_dim: Features of a query, a key and a value; by default d_out / num_heads.
        out_bias: Whether out_proj has a bias.
        mask: What makes the mask from the numbers of queries and keys.
        rotary: What turns queries and keys by their positions, such as
            `RotaryPositions`; by default nothing does.
        attend: What returns contexts and weights from queries, keys, values, a mask and
            a rate of dropout: a function, or a module such as `AttentionCore`. None for
            torch's fused call, which returns no weights.

    Attributes:
        W_query: nn.Linear, made first. Rows h * head_dim to (h + 1) * head_dim of its
            weight are those of head h, counted from 0.
        W_key: nn.Linear to the keys of all groups, made second.
        W_value: The same, made third.
        out_proj: nn.Linear from the features of all heads to d_out.
        mask: The rule, which may be replaced by another, as may rotary and attend. But
            torch lets a module be replaced by a module or None alone, so a function
            cannot follow an `AttentionCore`.
        forward_with_cache: The function of this name, as a method.

    Raises:
        ValueError: If head_dim is not given and num_heads does not divide d_out, if
            num_kv_groups does not divide num_heads, if num_heads, num_kv_groups or
            head_dim is less than 1, or if dropout is not in [0, 1).
    """

    forward_with_cache = forward_with_cache

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
        *,
        num_kv_groups: int | None = None,
        head_dim: int | None = None,
        out_bias: bool = True,
        mask: MaskRule = causal_mask,
        rotary: nn.Module | None = None,
        attend: Callable[..., tuple[Tensor, Tensor]]
        | None = scaled_dot_product_attention,
    ) -> None:
        super().__init__()
        if head_dim is None:
            check_divides(num_heads, d_out=d_out)
            head_dim = d_out // num_heads
        check_sizes(num_heads=num_heads, head_dim=head_dim)
        groups = num_heads if num_kv_groups is None else num_kv_groups
        if groups < 1 or num_heads % groups:
            raise ValueError(
                f"num_heads must be divisible by num_kv_groups={groups}. "
                f"Got {num_heads}."
            )
        check_rate(dropout=dropout)
        self.num_heads = num_heads
        self.num_kv_groups = groups
        self.head_dim = head_dim
        self.context_length = context_length
        self.W_query = nn.Linear(d_in, num_heads * head_dim, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, groups * head_dim, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, groups * head_dim, bias=qkv_bias)
        self.out_proj = nn.Linear(num_heads * head_dim, d_out, bias=out_bias)
        self.dropout = dropout
        self.mask = mask
        self.rotary = rotary
        self.attend = attend

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
        return self.mix(*self.project(x))

    def project(
        self, x: Float[Tensor, "... num_tokens d_in"], start: int = 0
    ) -> tuple[
        Float[Tensor, "... num_heads num_tokens head_dim"],
        Float[Tensor, "... num_kv_groups num_tokens head_dim"],
        Float[Tensor, "... num_kv_groups num_tokens head_dim"],
    ]:
        """Return the queries, keys and values of tokens, the first at position start.

        Args:
            x: One vector for each token.
            start: The number of tokens before these.

        Raises:
            ValueError: As `forward` does, with the tokens before these counted, or if
                start is negative.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.W_query.in_features)
        check_length("x", x.shape[-2], self.context_length, start)
        # Cut by head_dim: a rank of several may hold some of the heads alone.
        queries = split_heads(self.W_query(x), head_dim=self.head_dim)
        keys = split_heads(self.W_key(x), head_dim=self.head_dim)
        values = split_heads(self.W_value(x), head_dim=self.head_dim)
        if self.rotary is not None:
            queries, keys = self.rotary(queries, start), self.rotary(keys, start)
        return queries, keys, values

    def mix(
        self,
        queries: Float[Tensor, "... num_heads num_queries head_dim"],
        keys: Float[Tensor, "... num_kv_groups num_keys head_dim"],
        values: Float[Tensor, "... num_kv_groups num_keys head_dim"],
        mask: Bool[Tensor, " ..."] | None = None,
    ) -> Float[Tensor, "... num_queries d_out"]:
        """Return what the queries, those of the last tokens, take from the values.

        Args:
            queries: One query for each head and new token.
            keys: One key for each group and token so far.
            values: One value for each of them.
            mask: True = may attend, of a shape that broadcasts to that of the scores;
                by default the one that the layer's rule makes.

        Raises:
            ValueError: If the mask or what the rule makes does not fit or is not
                boolean, the layer's `mask` is no rule, or the groups do not divide the
                heads.
        """
        heads_each, left = divmod(queries.shape[-3], keys.shape[-3])
        if left:
            raise ValueError(
                f"num_kv_groups must divide the heads that are here, "
                f"{queries.shape[-3]}. Got {keys.shape[-3]}."
            )
        if heads_each > 1:  # or no copy: another layout in memory may round differently
            keys = keys.repeat_interleave(heads_each, dim=-3)  # 0 0 1 1, not 0 1 0 1
            values = values.repeat_interleave(heads_each, dim=-3)
        # each (..., num_heads, num_keys, head_dim)
        # torch's own rule counts from the first key, which is wrong with a cache.
        causal = self.attend is None and mask is None and self.mask is causal_mask
        causal = causal and queries.shape[-2] == keys.shape[-2]
        if mask is None and not causal:
            mask = mask_for(self.mask, queries, keys)
        dropout = self.dropout if self.training else 0.0
        if self.attend is None:
            contexts = fused_attention(queries, keys, values, mask, dropout, causal)
        else:
            contexts, _ = self.attend(queries, keys, values, mask, dropout)
        # (..., num_heads, num_queries, head_dim)
        return self.out_proj(merge_heads(contexts))  # (..., num_queries, d_out)


def fused_attention(
    queries: Float[Tensor, "... num_heads num_queries head_dim"],
    keys: Float[Tensor, "... num_heads num_keys head_dim"],
    values: Float[Tensor, "... num_heads num_keys head_dim"],
    mask: Bool[Tensor, " ..."] | None,
    dropout: float,
    causal: bool,
) -> Float[Tensor, "... num_heads num_queries head_dim"]:
    """Return the context vectors of `F.scaled_dot_product_attention`.

    Args:
        queries: One vector for each head and query position.
        keys: One vector for each head and key position.
        values: One vector for each head and key position.
        mask: True = may attend; None if there is none, or with causal.
        dropout: The share of the weights to drop.
        causal: Whether a query attends to the key of its position and to earlier ones.
            torch counts positions from the first key, so there are as many queries.

    Raises:
        ValueError: If the mask is not boolean, or does not fit.
    """
    batch = queries.shape[:-3]
    if mask is not None:
        shape = (*queries.shape[:-1], keys.shape[-2])
        check_mask(mask, shape, "that of scores, ")
        if mask.dim() > 3:
            mask = mask.expand(*batch, *mask.shape[-3:]).flatten(0, -4)
    flat = (t.reshape(math.prod(batch), *t.shape[-3:]) for t in (queries, keys, values))
    contexts = F.scaled_dot_product_attention(
        *flat, attn_mask=mask, dropout_p=dropout, is_causal=causal
    )  # torch fuses four axes: (sequences, num_heads, num_tokens, head_dim)
    return contexts.view(queries.shape)
