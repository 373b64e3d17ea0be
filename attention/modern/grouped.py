"""Grouped-query attention: several heads share one set of keys and values.

With num_heads heads in num_kv_groups groups, head h, counted from 0, reads the keys and
values of group g:

    g = h // (num_heads / num_kv_groups)
    Z_h = softmax(Q_h K_g^T / sqrt(head_dim) + M) V_g
    Grouped(x) = Concat(Z_0, …, Z_(num_heads - 1)) W_O

This is Ainslie et al. (2023), section 2.2. With one group it is the multi-query
attention of Shazeer (2019), and with as many groups as heads multi-head attention. M is
the causal mask.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.causal.causal_attention import ignore_saved_mask
from attention.causal.masks import MaskRule, causal_mask, mask_for
from attention.checks import check_divides, check_length, check_rate, check_shape
from attention.multi_head.heads import merge_heads, split_heads
from attention.multi_head.kv_cache import forward_with_cache
from attention.multi_head.multi_head_attention import MultiHeadAttention
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class GroupedQueryAttention(nn.Module):
    """Causal heads of which several read the same keys and values.

    Args:
        d_in: Features of each token.
        d_out: Features of the result, those of *all* heads together.
        context_length: The number of tokens of the longest sequence that it takes.
        dropout: The share of the attention weights dropped in training, in [0, 1).
        num_heads: The number of heads, each with queries of its own; it divides d_out.
        num_kv_groups: The number of sets of keys and values; it divides num_heads.
            Elsewhere `num_key_value_heads` or `n_kv_heads`. It is not the number of
            heads in a group.
        qkv_bias: Whether W_query, W_key and W_value have a bias.
        mask: What makes the mask from the numbers of queries and keys.
        rotary: What turns queries and keys by their positions, such as
            `RotaryPositions`; by default nothing does.

    Attributes:
        W_query: nn.Linear from d_in to d_out features, made first.
        W_key: nn.Linear from d_in to num_kv_groups * head_dim features, made second.
            Rows g * head_dim to (g + 1) * head_dim of its weight are those of group g.
        W_value: The same, made third.
        out_proj: nn.Linear with a bias, from d_out to d_out features.
        mask: The rule, which may be replaced by another. A state dict that holds a
            mask still loads.
        forward_with_cache: The function of this name, as a method.

    Raises:
        ValueError: If num_heads does not divide d_out, num_kv_groups does not divide
            num_heads, or dropout is not in [0, 1).
    """

    attend = staticmethod(scaled_dot_product_attention)
    forward_with_cache = forward_with_cache

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        num_kv_groups: int,
        qkv_bias: bool = False,
        *,
        mask: MaskRule = causal_mask,
        rotary: nn.Module | None = None,
    ) -> None:
        super().__init__()
        check_divides(num_heads, d_out=d_out)
        if num_kv_groups < 1 or num_heads % num_kv_groups:
            raise ValueError(
                f"num_heads must be divisible by num_kv_groups={num_kv_groups}. "
                f"Got {num_heads}."
            )
        check_rate(dropout=dropout)
        self.num_heads = num_heads
        self.num_kv_groups = num_kv_groups
        self.context_length = context_length
        width = num_kv_groups * (d_out // num_heads)  # of all groups together
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, width, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, width, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = dropout
        self.mask = mask
        self.rotary = rotary
        self.register_load_state_dict_pre_hook(ignore_saved_mask)

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
            ValueError: As `forward` does, with the tokens before these counted.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.W_query.in_features)
        check_length("x", x.shape[-2], self.context_length, start)
        queries = split_heads(self.W_query(x), self.num_heads)
        keys = split_heads(self.W_key(x), self.num_kv_groups)
        values = split_heads(self.W_value(x), self.num_kv_groups)
        if self.rotary is not None:
            queries, keys = self.rotary(queries, start), self.rotary(keys, start)
        return queries, keys, values

    def mix(
        self,
        queries: Float[Tensor, "... num_heads num_queries head_dim"],
        keys: Float[Tensor, "... num_kv_groups num_keys head_dim"],
        values: Float[Tensor, "... num_kv_groups num_keys head_dim"],
    ) -> Float[Tensor, "... num_queries d_out"]:
        """Return what the queries, those of the last tokens, take from the values.

        Args:
            queries: One query for each head and new token.
            keys: One key for each group and token so far.
            values: One value for each of them.

        Raises:
            ValueError: If `mask` is no rule.
        """
        heads_each = self.num_heads // self.num_kv_groups
        if heads_each > 1:  # or no copy: another layout in memory may round differently
            keys = keys.repeat_interleave(heads_each, dim=-3)  # 0 0 1 1, not 0 1 0 1
            values = values.repeat_interleave(heads_each, dim=-3)
        # each (..., num_heads, num_keys, head_dim)

        mask = mask_for(self.mask, queries, keys)
        dropout = self.dropout if self.training else 0.0
        contexts, _ = self.attend(queries, keys, values, mask, dropout)
        # (..., num_heads, num_queries, head_dim)
        return self.out_proj(merge_heads(contexts))  # (..., num_queries, d_out)


@torch.no_grad()
def to_grouped(layer: MultiHeadAttention, num_kv_groups: int) -> GroupedQueryAttention:
    """Return a grouped layer with the average keys and values of each group's heads.

    The matrices of a group are the means of those of its heads, as in Ainslie et al.
    (2023), section 2.2; queries and out_proj are copied. Unless the heads in
    each group agree, the new layer computes something else, and is trained further.

    Args:
        layer: A layer in which each head has keys and values of its own.
        num_kv_groups: The number of groups; it divides the number of heads.

    Raises:
        ValueError: If num_kv_groups does not divide the number of heads.
    """
    weight, num_heads = layer.W_query.weight, layer.num_heads
    grouped = GroupedQueryAttention(
        layer.W_query.in_features,
        layer.W_query.out_features,
        layer.context_length,
        layer.dropout,
        num_heads,
        num_kv_groups,
        qkv_bias=layer.W_query.bias is not None,
        mask=layer.mask,
    ).to(weight)  # its device and dtype
    head_dim = len(weight) // num_heads
    state = layer.state_dict()
    for name in state:
        if name.startswith(("W_key", "W_value")):  # head by head, one below the other
            rows = state[name].unflatten(0, (num_kv_groups, -1, head_dim))
            state[name] = rows.mean(dim=1).flatten(0, 1)
    grouped.load_state_dict(state)
    grouped.rotary = layer.rotary  # shared, and not to be converted
    return grouped.train(layer.training)
