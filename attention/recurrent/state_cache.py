"""A cache that does not grow: the state of a recurrent layer.

It goes through the protocol of `attention.multi_head.kv_cache`: a NamedTuple that is
passed in and returned, with num_tokens in the last place. The state has no row for each
token. Its size is that of one key times one value, however many tokens were processed.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from attention.multi_head.kv_cache import check_kept


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
    dtype: torch.dtype,
    device: torch.device,
) -> Tensor | None:
    """Return the state that a layer was given, None if there are no earlier tokens.

    Args:
        cache: What an earlier call of the layer returned, or None.
        shape: The shape that the state must have.
        dtype: The dtype that it must have.
        device: Where it must be.

    Raises:
        ValueError: If the state does not fit: another batch would broadcast.
    """
    if cache is not None:
        check_kept("state", cache.state, shape, dtype, device)
        return cache.state
    return None
