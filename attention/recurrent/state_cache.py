"""What a layer keeps whose memory has one size, however long the text is."""

from typing import NamedTuple

from torch import Tensor


class StateCache(NamedTuple):
    """The memory of one layer after the tokens that it has processed.

    Attributes:
        state: The matrix of each head: (..., num_heads, d_k, d_v).
        num_tokens: The number of tokens processed so far.
    """

    state: Tensor
    num_tokens: int
