"""Masks: which keys each query may attend to, as booleans.

One convention on this site: **True = may attend**. For query i and key j of one
sequence, the causal mask of Vaswani et al. (2017), section 3.2.3, is

    may_attend_ij = (j <= i)

A mask has shape (..., num_queries, num_keys), or one that broadcasts to it. The
functions that convert are for others, who mean something else by a mask:

    this package                         boolean, True = may attend
    F.scaled_dot_product_attention       boolean, True = may attend
    nn.MultiheadAttention                boolean, True = blocked
    torch.Tensor.masked_fill             boolean, True = filled, that is blocked
    both attentions of torch, if float   added to the scores: 0 or -inf
"""

import torch


def causal_mask(
    num_queries: int,
    num_keys: int | None = None,
    *,
    device: torch.device | str | None = None,
) -> torch.Tensor:
    """Each query may attend to its own token and to those before it.

    num_queries: how many tokens ask, at least 1: the last ones of the sequence
    num_keys:    how many tokens are asked, at least num_queries; by default as many
    device:      where the mask is made; by default torch's default device
    returns:     (num_queries, num_keys), boolean; its last row is all True

    With fewer queries than keys, as when a cache holds the keys of earlier tokens,
    the two are aligned at their ends: the last query is that of the last key.

    Raises ValueError if there is no query, or a query without a key of its own.
    """
    if num_keys is None:
        num_keys = num_queries
    if num_queries < 1:
        raise ValueError(f"num_queries must be at least 1. Got {num_queries}.")
    if num_keys < num_queries:
        raise ValueError(
            f"num_keys must be at least num_queries={num_queries}. Got {num_keys}."
        )
    earlier = num_keys - num_queries  # keys before that of the first query
    everything = torch.ones(num_queries, num_keys, dtype=torch.bool, device=device)
    return everything.tril(diagonal=earlier)


def padding_mask(token_ids: torch.Tensor, pad_id: int) -> torch.Tensor:
    """No query may attend to padding.

    token_ids: (..., num_keys), integers
    pad_id:    the id that fills up short sequences
    returns:   (..., 1, num_keys), boolean: one row for all queries

    Raises ValueError if token_ids has no axis, or is not of integers.
    """
    if token_ids.dim() < 1:
        raise ValueError("token_ids must have shape (..., num_keys). Got ().")
    _require_integers("token_ids", token_ids)
    # In a narrow type, 300 would be compared as 44.
    return (token_ids.long() != pad_id)[..., None, :]  # (..., 1, num_keys)


def mask_from_lengths(lengths: torch.Tensor, num_tokens: int) -> torch.Tensor:
    """No query may attend to what follows the end of its sequence.

    lengths:    (...), integers: tokens of each sequence before the padding; from
                num_tokens on they allow every token, from 0 down none
    num_tokens: tokens of each sequence with the padding, at least 1
    returns:    (..., 1, num_tokens), boolean: one row for all queries

    Raises ValueError if lengths is not of integers, or num_tokens less than 1.
    """
    _require_integers("lengths", lengths)
    if num_tokens < 1:
        raise ValueError(f"num_tokens must be at least 1. Got {num_tokens}.")
    places = torch.arange(num_tokens, device=lengths.device)
    return places < lengths[..., None, None]  # (..., 1, num_tokens)


def combine_masks(*masks: torch.Tensor) -> torch.Tensor:
    """A query may attend where every one of the masks says so.

    masks:   one or more, boolean, of shapes that broadcast
    returns: their shape after broadcasting, boolean; never one of the masks itself

    Raises ValueError if there is no mask, one is not boolean, or shapes do not fit.
    """
    if not masks:
        raise ValueError("masks must be at least one. Got none.")
    combined = torch.ones((), dtype=torch.bool, device=masks[0].device)
    for mask in masks:
        _require_boolean(mask)
        if not _fit(combined.shape, mask.shape):
            raise ValueError(
                "masks must have shapes that broadcast. "
                f"Got {', '.join(str(tuple(mask.shape)) for mask in masks)}."
            )
        combined = combined & mask
    return combined


def to_sdpa(mask: torch.Tensor) -> torch.Tensor:
    """The mask as attn_mask of F.scaled_dot_product_attention: as it is.

    mask:    (..., num_queries, num_keys), boolean, True = may attend
    returns: the mask itself

    Raises ValueError if the mask is not boolean.
    """
    _require_boolean(mask)
    return mask


def to_multihead(mask: torch.Tensor) -> torch.Tensor:
    """The mask as nn.MultiheadAttention reads it: True = blocked.

    mask:    (num_queries, num_keys) for its attn_mask, (batch, num_keys) for its
             key_padding_mask; boolean, True = may attend
    returns: the same shape, boolean, True = blocked

    Raises ValueError if the mask is not boolean.
    """
    _require_boolean(mask)
    return ~mask


def to_additive(mask: torch.Tensor, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """The mask as a term to add to scores: 0 = may attend, -inf = blocked.

    mask:    any shape, boolean, True = may attend
    dtype:   that of the scores, floating point
    returns: the shape of the mask, of that dtype

    Raises ValueError if the mask is not boolean, or dtype not floating point.
    """
    _require_boolean(mask)
    if not dtype.is_floating_point:
        raise ValueError(f"dtype must be floating point. Got {dtype}.")
    nothing = torch.zeros(mask.shape, dtype=dtype, device=mask.device)
    return nothing.masked_fill(~mask, -torch.inf)


def _require_boolean(mask: torch.Tensor) -> None:
    if mask.dtype != torch.bool:
        raise ValueError(f"mask must be boolean, True = may attend. Got {mask.dtype}.")


def _require_integers(name: str, tensor: torch.Tensor) -> None:
    if tensor.is_floating_point() or tensor.is_complex() or tensor.dtype == torch.bool:
        raise ValueError(f"{name} must be integers. Got {tensor.dtype}.")


def _fit(shape: torch.Size, other: torch.Size) -> bool:
    """Whether the two shapes broadcast: from the end, sizes are equal or 1."""
    pairs = zip(reversed(shape), reversed(other))
    return all(a == b or a == 1 or b == 1 for a, b in pairs)
