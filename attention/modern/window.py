"""Sliding windows: each query attends to the last few keys alone.

With a window of W keys, for query i and key j of one sequence,

    may_attend_ij = (i - W < j <= i)

W counts the token itself, as `sliding_window` does in transformers. Jiang et al.
(2023) do so in figure 1, and in section 2 have positions i - W to i, one key more.
"""

from typing import NamedTuple

import torch
from jaxtyping import Bool
from torch import Tensor

from attention.causal.masks import causal_mask
from attention.checks import check_sizes


def window_mask(
    num_queries: int,
    num_keys: int | None = None,
    *,
    window: int,
    device: torch.device | str | None = None,
) -> Bool[Tensor, "num_queries num_keys"]:
    """Return the mask that lets each token attend to itself and to a few before it.

    With fewer queries than keys the two are aligned at their ends, as those of
    `causal_mask` are.

    Args:
        num_queries: The number of query positions, the last ones of the sequence.
        num_keys: The number of key positions; by default as many as queries.
        window: The number of keys that a query may attend to, its own counted.
        device: Where the mask is made; by default torch's default device.

    Raises:
        ValueError: If window is less than 1, or there are more queries than keys.
    """
    check_sizes(window=window)
    causal = causal_mask(num_queries, num_keys, device=device)
    earlier = causal.shape[-1] - num_queries  # keys before that of the first query
    return causal.triu(diagonal=earlier - window + 1)


class SlidingWindow(NamedTuple):
    """The rule that gives a layer whose mask is a rule a window.

    A layer with this rule, `layer.mask = SlidingWindow(4)`, keeps in its cache what a
    later query can attend to, at most the last window - 1 tokens. So a cache that was
    made with one window is of no use with a wider one.

    Attributes:
        window: The number of keys that a query may attend to, its own counted.
    """

    window: int

    def __call__(
        self,
        num_queries: int,
        num_keys: int | None = None,
        *,
        device: torch.device | str | None = None,
    ) -> Bool[Tensor, "num_queries num_keys"]:
        """Return `window_mask` for these numbers, and raise what it raises."""
        return window_mask(num_queries, num_keys, window=self.window, device=device)

    def num_kept(self, num_tokens: int) -> int:
        """Return how many of the last tokens a later query can attend to."""
        return min(num_tokens, self.window - 1)
