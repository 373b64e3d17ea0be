"""Multi-head latent attention: keys and values of all heads from one small vector.

For a token x_t, with the heads h = 1 … num_heads:

    c_t   = x_t W_DKV                            the latent vector
    k_t^R = rotate(x_t W_KR, t)                  one rotary key for all heads
    k_t,h = Concat(c_t W_UK,h, k_t^R)            keys
    v_t,h = c_t W_UV,h                           values

from DeepSeek-V2 (2024), section 2.1. Only c_t and k_t^R need to be cached. The queries
are Concat(q_t,h, rotate(q_t,h^R, t)), and the scale is the root of their width.

There are two ways to compute this. The explicit one restores keys and values from the
latent vectors. The absorbed one does not need to, because

    q · (c W_UK,h) = (q W_UK,h^T) · c
    sum_t a_t (c_t W_UV,h) = (sum_t a_t c_t) W_UV,h

so each head can apply W_UK to its queries, attend to the latent vectors as keys and as
values, and apply W_UV to the result. W_DKV, W_UK and so on are the transposes of the
matrices that nn.Linear stores.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention.causal.masks import MaskRule, causal_mask, mask_for
from attention.checks import check_length, check_rate, check_shape, check_sizes
from attention.modern.rotary_positions import RotaryPositions
from attention.multi_head.heads import merge_heads, split_heads
from attention.multi_head.kv_cache import cached_tokens, extend, keep_visible
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class LatentCache(NamedTuple):
    """What latent attention keeps of the tokens that a layer has processed.

    Attributes:
        compressed: For each token its latent vector and then its rotary key:
            (..., num_kept, latent_dim + rotary_dim).
        num_tokens: The number of tokens processed so far. With a sliding window, fewer
            are kept.
    """

    compressed: Tensor
    num_tokens: int


class LatentAttention(nn.Module):
    """Causal heads whose keys and values come from one latent vector for each token.

    DeepSeek-V2 and V3 also normalise the latent vectors, and compress the queries in
    the same way. For both, replace W_latent and W_query by other modules with the same
    widths, such as an nn.Sequential.

    Args:
        d_in: Features of each token.
        d_out: Features of the result.
        context_length: The number of tokens of the longest sequence that it takes.
        dropout: The share of the attention weights dropped in training, in [0, 1).
        num_heads: The number of heads.
        head_dim: Features of the part of each head's queries and keys that is not
            rotated.
        latent_dim: Features of a latent vector.
        rotary_dim: Features of the part of queries and keys that is rotated; even.
        mask: What makes the mask from the numbers of queries and keys.
        rotary: What rotates that part; by default RotaryPositions of base 10,000.
        value_dim: Features of each head's values; by default head_dim.
        attend: What returns contexts and weights, as in `Attention`. It divides scores
            by the root of the width that it gets, and may multiply them by a factor.

    Attributes:
        W_query: nn.Linear without a bias, like all of them, from d_in to the queries of
            all heads: for each head first head_dim features that are not rotated, then
            rotary_dim that are.
        W_latent: From d_in to latent_dim.
        W_rotary: From d_in to the rotary_dim features of the shared rotary key.
        W_key: From latent_dim to the keys of all heads, without the rotary part.
        W_value: From latent_dim to the values of all heads.
        out_proj: From the values of all heads to d_out.
        mask: The rule, which may be replaced by another, as may attend; see
            `Attention`.

    Raises:
        ValueError: If num_heads, head_dim, latent_dim, rotary_dim or value_dim is less
            than 1, rotary_dim is odd, or dropout is not in [0, 1).
    """

    W_query: nn.Module
    W_latent: nn.Module

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        head_dim: int,
        latent_dim: int,
        rotary_dim: int,
        *,
        mask: MaskRule = causal_mask,
        rotary: nn.Module | None = None,
        value_dim: int | None = None,
        attend: Callable[..., tuple[Tensor, Tensor]] = scaled_dot_product_attention,
    ) -> None:
        super().__init__()
        value_dim = head_dim if value_dim is None else value_dim
        check_sizes(num_heads=num_heads, head_dim=head_dim, value_dim=value_dim)
        check_sizes(latent_dim=latent_dim, rotary_dim=rotary_dim)
        if rotary_dim % 2:
            raise ValueError(f"rotary_dim must be even. Got {rotary_dim}.")
        check_rate(dropout=dropout)
        if rotary is None:
            rotary = RotaryPositions(context_length, rotary_dim)
        self.d_in = d_in
        self.context_length = context_length
        self.num_heads = num_heads
        self.head_dim = head_dim
        self.latent_dim = latent_dim
        self.rotary_dim = rotary_dim
        self.value_dim = value_dim
        both = num_heads * (head_dim + rotary_dim)
        self.W_query = nn.Linear(d_in, both, bias=False)
        self.W_latent = nn.Linear(d_in, latent_dim, bias=False)
        self.W_rotary = nn.Linear(d_in, rotary_dim, bias=False)
        self.W_key = nn.Linear(latent_dim, num_heads * head_dim, bias=False)
        self.W_value = nn.Linear(latent_dim, num_heads * value_dim, bias=False)
        self.out_proj = nn.Linear(num_heads * value_dim, d_out, bias=False)
        self.dropout = dropout
        self.mask = mask
        self.rotary = rotary
        self.attend = attend

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Attend to keys and values restored from the latent vectors: the explicit way.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes, another width than d_in, or more
                than context_length tokens.
        """
        return self.mix(*self.project(x))

    def forward_with_cache(
        self,
        x: Float[Tensor, "... num_new d_in"],
        cache: LatentCache | None = None,
    ) -> tuple[Float[Tensor, "... num_new d_out"], LatentCache]:
        """Attend to the latent vectors themselves, on new tokens: the absorbed way.

        Args:
            x: One vector for each new token, of the parameters' dtype.
            cache: The cache that an earlier call returned; by default there are no
                earlier tokens.

        Returns:
            out: What the layer returns for the whole sequence, at the new tokens.
            cache: What is kept of the tokens so far, latent_dim + rotary_dim numbers
                for each.

        Raises:
            ValueError: As `forward` does, with the tokens in the cache counted, and if
                the cache is of another kind, or of another shape, dtype or device than
                what the new tokens give.
        """
        queries, compressed = self.project(x, cached_tokens(cache, LatentCache))
        cache = extend(cache, LatentCache(compressed, x.shape[-2]))
        out = self.mix_absorbed(queries, cache.compressed)
        return out, keep_visible(cache, self.mask)

    def project(
        self, x: Float[Tensor, "... num_tokens d_in"], start: int = 0
    ) -> tuple[
        Float[Tensor, "... num_heads num_tokens head_and_rotary"],
        Float[Tensor, "... num_tokens latent_and_rotary"],
    ]:
        """Return the queries of tokens, the first at position start, and what is kept.

        Args:
            x: One vector for each token.
            start: The number of tokens before these.

        Returns:
            queries: For each head the part that is not rotated, then the rotated one.
            compressed: For each token its latent vector, then its rotary key.

        Raises:
            ValueError: As `forward` does, with the tokens before these counted.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.d_in)
        check_length("x", x.shape[-2], self.context_length, start)
        queries = split_heads(self.W_query(x), self.num_heads)
        plain, rotated = queries.split([self.head_dim, self.rotary_dim], dim=-1)
        queries = torch.cat([plain, self.rotary(rotated, start)], dim=-1)
        keys = self.rotary(self.W_rotary(x), start)
        return queries, torch.cat([self.W_latent(x), keys], dim=-1)

    def mix(
        self,
        queries: Float[Tensor, "... num_heads num_queries head_and_rotary"],
        compressed: Float[Tensor, "... num_keys latent_and_rotary"],
        mask: Bool[Tensor, " ..."] | None = None,
    ) -> Float[Tensor, "... num_queries d_out"]:
        """Restore keys and values from the latent vectors, then attend to them.

        Args:
            queries: One query for each head and new token, those of the last tokens.
            compressed: What is kept of each token so far.
            mask: True = may attend, of a shape that broadcasts to that of the scores;
                by default the one that the layer's rule makes.

        Raises:
            ValueError: If the mask does not fit, or the layer's `mask` is no rule.
        """
        latents, rotary = compressed.split([self.latent_dim, self.rotary_dim], dim=-1)
        keys = split_heads(self.W_key(latents), self.num_heads)
        values = split_heads(self.W_value(latents), self.num_heads)
        # (..., num_heads, num_keys, head_dim) and (..., num_heads, num_keys, value_dim)
        shared = rotary[..., None, :, :].expand(*keys.shape[:-1], -1)  # by all heads
        contexts = self._attend(
            queries, torch.cat([keys, shared], dim=-1), values, mask
        )
        return self.out_proj(merge_heads(contexts))  # (..., num_queries, d_out)

    def mix_absorbed(
        self,
        queries: Float[Tensor, "... num_heads num_queries head_and_rotary"],
        compressed: Float[Tensor, "... num_keys latent_and_rotary"],
        mask: Bool[Tensor, " ..."] | None = None,
    ) -> Float[Tensor, "... num_queries d_out"]:
        """Attend to the latent vectors themselves, with the result of `mix`.

        It is the same up to rounding, and without dropout.

        Args:
            queries: One query for each head and new token, those of the last tokens.
            compressed: What is kept of each token so far.
            mask: True = may attend, of a shape that broadcasts to that of the scores;
                by default the one that the layer's rule makes.

        Raises:
            ValueError: If the mask does not fit, or the layer's `mask` is no rule.
        """
        plain, rotated = queries.split([self.head_dim, self.rotary_dim], dim=-1)
        # For each head a matrix, (head_dim, latent_dim) and (value_dim, latent_dim):
        to_keys = self.W_key.weight.unflatten(0, (self.num_heads, -1))
        to_values = self.W_value.weight.unflatten(0, (self.num_heads, -1))
        plain = plain @ to_keys  # latent_dim features now
        queries = torch.cat([plain, rotated], dim=-1)
        # The core divides by the root of the width that it gets.
        wide, narrow = queries.shape[-1], self.head_dim + self.rotary_dim
        queries = queries * (wide / narrow) ** 0.5

        keys = compressed[..., None, :, :]  # one head, which broadcasts to all
        contexts = self._attend(queries, keys, keys[..., : self.latent_dim], mask)
        contexts = contexts @ to_values.mT  # (..., num_heads, num_queries, value_dim)
        return self.out_proj(merge_heads(contexts))

    def _attend(
        self, queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None
    ) -> Tensor:
        mask = mask_for(self.mask, queries, keys) if mask is None else mask
        dropout = self.dropout if self.training else 0.0
        contexts, _ = self.attend(queries, keys, values, mask, dropout)
        return contexts
