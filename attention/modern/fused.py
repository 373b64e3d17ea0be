"""Multi-head attention by torch's fused call, which can do without a matrix of weights.

For a sequence x, one row for each token:

    MultiHead(x) = Concat(Z_1, …, Z_num_heads) W_O,   Z_h = SDPA(Q_h, K_h, V_h)

SDPA is `torch.nn.functional.scaled_dot_product_attention`, with is_causal=True for a
whole sequence under the causal rule. On a CPU and without dropout, torch then computes
it in tiles, as FlashAttention does (Dao et al., 2022), and never stores all weights at
once.
"""

import math

import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from attention.causal.causal_attention import ignore_saved_mask
from attention.causal.masks import MaskRule, causal_mask, mask_for
from attention.checks import check_divides, check_length, check_rate, check_shape
from attention.multi_head.heads import merge_heads, split_heads
from attention.multi_head.kv_cache import forward_with_cache


class FusedMultiHeadAttention(nn.Module):
    """MultiHeadAttention, computed by F.scaled_dot_product_attention.

    Its parameters are those of `MultiHeadAttention`, drawn in the same order, and each
    loads the other's state dict. Without dropout, and where nothing overflows, the
    results are the same up to rounding. There are no weights to record.

    Where something overflows, torch's function decides. On a CPU, a query whose scores
    are all -inf gets a context vector of zeros, and nan from MultiHeadAttention. Values
    are summed before the division, so a sum may overflow where their mean does not.

    Args:
        d_in: Features of each token.
        d_out: Features of the result, those of *all* heads together.
        context_length: The number of tokens of the longest sequence that it takes.
        dropout: The probability of each attention weight to be dropped in training,
            in [0, 1). With dropout on a CPU, torch stores the weights.
        num_heads: The number of heads; it divides d_out.
        qkv_bias: Whether W_query, W_key and W_value have a bias.
        mask: What makes the mask from the numbers of queries and keys.
        rotary: What turns queries and keys by their positions, such as
            `RotaryPositions`; by default nothing does.

    Attributes:
        W_query: nn.Linear, made first. Rows h * head_dim to (h + 1) * head_dim of its
            weight are those of head h, counted from 0.
        W_key: The same, made second.
        W_value: The same, made third.
        out_proj: nn.Linear with a bias, from d_out to d_out features.
        mask: The rule, which may be replaced by another. A state dict that holds a
            mask still loads.
        forward_with_cache: The function of this name, as a method.

    Raises:
        ValueError: If num_heads does not divide d_out, or dropout is not in [0, 1).
    """

    attend = None  # torch's function returns no weights
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
        mask: MaskRule = causal_mask,
        rotary: nn.Module | None = None,
    ) -> None:
        super().__init__()
        check_divides(num_heads, d_out=d_out)
        check_rate(dropout=dropout)
        self.num_heads = num_heads
        self.context_length = context_length
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
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
        Float[Tensor, "... num_heads num_tokens head_dim"],
        Float[Tensor, "... num_heads num_tokens head_dim"],
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
        keys = split_heads(self.W_key(x), self.num_heads)
        values = split_heads(self.W_value(x), self.num_heads)
        if self.rotary is not None:
            queries, keys = self.rotary(queries, start), self.rotary(keys, start)
        return queries, keys, values

    def mix(
        self,
        queries: Float[Tensor, "... num_heads num_queries head_dim"],
        keys: Float[Tensor, "... num_heads num_keys head_dim"],
        values: Float[Tensor, "... num_heads num_keys head_dim"],
    ) -> Float[Tensor, "... num_queries d_out"]:
        """Return what the queries, those of the last tokens, take from the values.

        Args:
            queries: One query for each head and new token.
            keys: One key for each head and token so far.
            values: One value for each of them.

        Raises:
            ValueError: If `mask` is no rule.
        """
        if self.mask is causal_mask and queries.shape[-2] == keys.shape[-2]:
            mask, whole = None, True
        else:  # is_causal has its diagonal at the first key: wrong with a cache
            mask, whole = mask_for(self.mask, queries, keys), False
        sequences = math.prod(queries.shape[:-3])
        contexts = F.scaled_dot_product_attention(
            # torch fuses four axes: (sequences, num_heads, num_tokens, head_dim)
            *(t.reshape(sequences, *t.shape[-3:]) for t in (queries, keys, values)),
            attn_mask=mask,
            dropout_p=self.dropout if self.training else 0.0,
            is_causal=whole,
        )
        contexts = contexts.view(queries.shape)
        return self.out_proj(merge_heads(contexts))  # (..., num_queries, d_out)
