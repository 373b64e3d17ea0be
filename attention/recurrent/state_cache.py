"""A cache that does not grow: the state of a recurrent layer.

It goes through the protocol of `attention.multi_head.kv_cache`: a NamedTuple that is
passed in and returned, with num_tokens in the last place. The state has no row for each
token: its size is the same however many tokens were processed.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from attention.multi_head.kv_cache import cached_tokens, check_kept


class StateCache(NamedTuple):
    """What a recurrent layer keeps of the tokens that it has processed.

    Attributes:
        state: One matrix for each head: (..., num_heads, d_k, d_v). Some layers keep
            more columns, and say so.
        num_tokens: The number of tokens processed so far.
    """

    state: Tensor
    num_tokens: int


def state_of(
    cache: StateCache | None,
    shape: Sequence[int],
    values: Tensor,
    least: torch.dtype | None = None,
) -> tuple[Tensor | None, int]:
    """Return the state that a layer was given, and the tokens that it stands for.

    Without earlier tokens the state is None.

    Args:
        cache: What an earlier call of the layer returned, or None.
        shape: The shape that the state must have.
        values: The new values, whose dtype and device it must have.
        least: The narrowest dtype of a state, where it is not that of the values.

    Raises:
        ValueError: If the cache is of another kind, or the state does not fit: another
            batch would broadcast.
    """
    num_tokens = cached_tokens(cache, StateCache)
    if cache is None:
        return None, num_tokens
    dtype = torch.promote_types(values.dtype, least or values.dtype)
    check_kept("state", cache.state, shape, dtype, values.device)
    return cache
