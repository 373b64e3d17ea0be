"""Masks: which keys each query may attend to, as booleans.

One convention on this site: **True = may attend**. For query i and key j of one
sequence, the causal mask of Vaswani et al. (2017), section 3.2.3, is

    may_attend_ij = (j <= i)

A mask has shape (..., num_queries, num_keys), or one that broadcasts to it. Some of
PyTorch's functions have other conventions. The functions to_... convert to them:

    this package                         boolean, True = may attend
    F.scaled_dot_product_attention       boolean, True = may attend
    nn.MultiheadAttention                boolean, True = blocked
    torch.Tensor.masked_fill             boolean, True = filled, so blocked
    both attentions of torch, if float   added to the scores: 0 or -inf

`Attention` and `LatentAttention` hold a rule, a function from the numbers of queries
and keys to the mask. `causal_mask` is one. To give such a layer another mask, give it
another rule: `mask=` when it is made, or `layer.mask = rule`. `MultiHeadAttention` is
always causal, and `CrossAttention` takes a mask in each call.
"""

from collections.abc import Callable

import torch
from jaxtyping import Bool, Float, Integer
from torch import Tensor

from attention.checks import check_mask

MaskRule = Callable[..., Bool[Tensor, "... num_queries num_keys"]]
"""Called as `rule(num_queries, num_keys, device=device)`; the queries come last."""


def mask_for(
    rule: MaskRule,
    queries: Float[Tensor, "... num_queries _"],
    keys: Float[Tensor, "... num_keys _"],
) -> Bool[Tensor, "... num_queries num_keys"]:
    """Return the mask that a layer's rule makes for its queries and keys.

    Args:
        rule: What makes the mask, such as `causal_mask`.
        queries: One vector for each query position, the last ones of the sequence.
        keys: One vector for each key position.

    Raises:
        ValueError: If the rule is no function: a mask, perhaps. If what it makes is not
            boolean; its shape is checked where it meets the scores.
    """
    if not callable(rule):
        raise ValueError(
            "mask must be a rule from numbers of queries and keys to a mask, such as "
            f"causal_mask. Got {type(rule).__name__}."
        )
    mask = rule(queries.shape[-2], keys.shape[-2], device=queries.device)
    check_mask(mask)
    return mask


def causal_mask(
    num_queries: int,
    num_keys: int | None = None,
    *,
    device: torch.device | str | None = None,
) -> Bool[Tensor, "num_queries num_keys"]:
    """Return the mask that lets each token attend to itself and to earlier tokens.

    With fewer queries than keys, as when a cache holds the keys of earlier tokens, the
    two are aligned at their ends: the last query belongs to the last key.

    Args:
        num_queries: The number of query positions, the last ones of the sequence.
        num_keys: The number of key positions; by default as many as queries.
        device: Where the mask is made; by default torch's default device.

    Raises:
        ValueError: If there are more queries than keys, because the first ones could
            attend to nothing.
    """
    if num_keys is None:
        num_keys = num_queries
    if num_keys < num_queries:
        raise ValueError(
            f"num_keys must be at least num_queries={num_queries}. Got {num_keys}."
        )
    earlier = num_keys - num_queries  # keys before that of the first query
    everything = torch.ones(num_queries, num_keys, dtype=torch.bool, device=device)
    return everything.tril(diagonal=earlier)


def padding_mask(
    token_ids: Integer[Tensor, "... num_keys"], pad_id: int
) -> Bool[Tensor, "... 1 num_keys"]:
    """Return the mask that hides padding from every query.

    Args:
        token_ids: One id for each key position.
        pad_id: The id that pads short sequences.
    """
    # As int64, because a narrow type would compare 300 as 44.
    return (token_ids.long() != pad_id)[..., None, :]


def mask_from_lengths(
    lengths: Integer[Tensor, " ..."], num_tokens: int
) -> Bool[Tensor, "... 1 num_tokens"]:
    """Return the mask that hides the padding after the end of each sequence.

    Args:
        lengths: The number of tokens of each sequence, without padding.
        num_tokens: The number of tokens of each sequence, with padding.
    """
    positions = torch.arange(num_tokens, device=lengths.device)
    return positions < lengths[..., None, None]


def combine_masks(*masks: Bool[Tensor, " ..."]) -> Bool[Tensor, " ..."]:
    """Return the mask that allows only what every one of the masks allows.

    Args:
        masks: One or more masks, of shapes that broadcast.

    Raises:
        ValueError: If there is no mask, or one is not boolean.
    """
    if not masks:
        raise ValueError("masks must be at least one. Got none.")
    combined = torch.ones_like(masks[0])
    for mask in masks:
        check_mask(mask)
        combined = combined & mask
    return combined


def to_sdpa(mask: Bool[Tensor, "*shape"]) -> Bool[Tensor, "*shape"]:
    """Return the mask as attn_mask of F.scaled_dot_product_attention: unchanged.

    Args:
        mask: True = may attend.

    Raises:
        ValueError: If the mask is not boolean.
    """
    check_mask(mask)
    return mask


def to_multihead(mask: Bool[Tensor, "*shape"]) -> Bool[Tensor, "*shape"]:
    """Return the mask as nn.MultiheadAttention reads it: True = blocked.

    Args:
        mask: True = may attend; (num_queries, num_keys) for its attn_mask,
            (batch, num_keys) for its key_padding_mask.

    Raises:
        ValueError: If the mask is not boolean.
    """
    check_mask(mask)
    return ~mask


def to_additive(
    mask: Bool[Tensor, "*shape"], dtype: torch.dtype = torch.float32
) -> Float[Tensor, "*shape"]:
    """Return the mask as a term to add to scores: 0 = may attend, -inf = blocked.

    Args:
        mask: True = may attend.
        dtype: The dtype of the scores; float32 by default.

    Raises:
        ValueError: If the mask is not boolean.
    """
    check_mask(mask)
    nothing = torch.zeros(mask.shape, dtype=dtype, device=mask.device)
    return nothing.masked_fill(~mask, -torch.inf)
