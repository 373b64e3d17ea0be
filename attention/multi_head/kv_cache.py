"""A cache of keys and values, so that each token is projected once.

In causal attention, the key and the value of a token depend on this token and those
before it, and no later token changes them. So a model that writes token by token can
keep them. For new tokens x, with the cached keys K_c and values V_c:

    K = Concat(K_c, x W_K)
    V = Concat(V_c, x W_V)
    out = softmax((x W_Q) K^T / sqrt(d_k) + M) V

M has a row for each new token and a column for each key. A cache is a value: it is
passed in, another one is returned, and the first stays as it was. Layers such as
`Attention`, blocks and decoders do this through one method:

    out, cache = layer.forward_with_cache(x, cache)

Without a cache, the new tokens are the first. In evaluation mode, the result is what
the whole sequence gives at the new tokens, up to rounding. What a layer keeps is a
NamedTuple with num_tokens in the last place. In attention, the tensors before it have
one row for each token that is kept, on axis -2; `StateCache` holds a state instead.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar, cast

import torch
from jaxtyping import Float
from torch import Tensor

Cache = TypeVar("Cache", bound=tuple[Any, ...])


class KVCache(NamedTuple):
    """The keys and values of the tokens that one attention layer has processed.

    Attributes:
        keys: One key for each head, or group of heads, and token:
            (..., num_heads, num_kept, head_dim).
        values: One value for each, of the same shape.
        num_tokens: The number of tokens processed so far. With a sliding window, fewer
            are kept.
    """

    keys: Tensor
    values: Tensor
    num_tokens: int


def forward_with_cache(
    layer: Any,
    x: Float[Tensor, "... num_new d_in"],
    cache: KVCache | None = None,
) -> tuple[Float[Tensor, "... num_new d_out"], KVCache]:
    """Run an attention layer on new tokens, with the keys and values of earlier ones.

    Args:
        layer: A layer with two methods, project and mix, and a rule for its mask, such
            as `Attention`, which has this function as a method.
        x: One vector for each new token.
        cache: What an earlier call of this layer returned; by default there are no
            earlier tokens.

    Returns:
        out: What the layer returns for the whole sequence, at the new tokens.
        cache: The keys and values of all tokens so far, or with a sliding window of
            those that a later token can attend to.

    Raises:
        ValueError: As `forward` does, if the tokens so far and the new ones are more
            than the layer's context_length, and if the cache is of another kind, or of
            another shape, dtype or device than what the new tokens give.
    """
    queries, keys, values = layer.project(x, cached_tokens(cache, KVCache))
    cache = extend(cache, KVCache(keys, values, x.shape[-2]))
    out = layer.mix(queries, cache.keys, cache.values)
    return out, keep_visible(cache, layer.mask)


def cached_tokens(cache: Any, kind: type[Any]) -> int:
    """Return the number of tokens that a cache stands for.

    Args:
        cache: What a layer was given; None if there are no earlier tokens.
        kind: What it must be, such as KVCache.

    Raises:
        ValueError: If it is something else.
    """
    if cache is None:
        return 0
    if not isinstance(cache, kind):
        raise ValueError(
            f"cache must be {kind.__name__}, as this layer returns it. "
            f"Got {type(cache).__name__}."
        )
    return cache.num_tokens


def extend(cache: Cache | None, new: Cache) -> Cache:
    """Return a cache with new tokens after those that it holds.

    Args:
        cache: What is kept of earlier tokens; None if there are none.
        new: The same of the new tokens alone.

    Raises:
        ValueError: If the two are of different sequences, layers, dtypes or devices, as
            far as shapes tell.
    """
    if cache is None:
        return new
    rows = []
    names = cast("Any", new)._fields
    for name, kept, added in zip(names, cache, new, strict=True):
        if name == "num_tokens":
            continue
        *batch, _, width = added.shape
        shape = (*batch, *kept.shape[-2:-1], width)
        check_kept(name, kept, shape, added.dtype, added.device)
        rows.append(torch.cat([kept, added], dim=-2))
    return type(new)(*rows, cache[-1] + new[-1])


def check_kept(
    name: str,
    kept: Tensor,
    shape: Sequence[int],
    dtype: torch.dtype,
    device: torch.device,
) -> None:
    """Check that what a cache holds fits new tokens, which torch might broadcast.

    Args:
        name: Which part of the cache it is.
        kept: What it holds.
        shape: The shape that it must have.
        dtype: The dtype that it must have.
        device: Where it must be.

    Raises:
        ValueError: If it does not fit.
    """
    must = tuple(shape), dtype, device
    found = tuple(kept.shape), kept.dtype, kept.device
    for what, wanted, got in zip(
        ("shape", "dtype", "device"), must, found, strict=True
    ):
        if got != wanted:
            raise ValueError(
                f"cache.{name} must have {what} {wanted}, as that of the new tokens. "
                f"Got {got}."
            )


def keep_visible(cache: Cache, mask: object) -> Cache:
    """Return a cache without the tokens that a later query cannot attend to.

    Args:
        cache: What is kept of the tokens so far.
        mask: The layer's rule. If it has a method `num_kept`, from the number of tokens
            so far to how many of the last ones a later query can attend to, that many
            are kept, as with `SlidingWindow`. Otherwise all are.
    """
    if not hasattr(mask, "num_kept"):
        return cache
    kept, most = cache[0].shape[-2], mask.num_kept(cache[-1])
    if kept <= most:
        return cache
    # Copies: a view would keep all that was there in memory.
    rows = [tensor[..., kept - most :, :].clone() for tensor in cache[:-1]]
    return type(cache)(*rows, cache[-1])
