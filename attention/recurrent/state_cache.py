"""A cache that does not grow: the state of a recurrent layer.

It goes through the protocol of `attention.multi_head.kv_cache`: a NamedTuple that is
passed in and returned, with num_tokens in the last place. The state has no row for each
token. Its size is that of one key times one value, however many tokens were processed.
"""

from typing import NamedTuple

from torch import Tensor


class StateCache(NamedTuple):
    """What a recurrent layer keeps of the tokens that it has processed.

    Attributes:
        state: One matrix for each head: (..., num_heads, d_k, d_v). Some layers keep
            more columns, and say so.
        num_tokens: The number of tokens processed so far.
    """

    state: Tensor
    num_tokens: int
