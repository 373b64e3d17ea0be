"""A toy head: seven words, each with a hand-made query, key and value of width 3.

    from attention.examples import toy_keys, toy_queries, toy_tokens, toy_values

In a model these vectors are computed from the words by trained weights. Here they were
chosen by hand, to look at the attention step alone. Their scores differ little, so the
weights of each word are nearly equal. Row i of each matrix belongs to word i.
"""

import torch
from jaxtyping import Float32
from torch import Tensor

toy_tokens: tuple[str, ...] = (
    "your",
    "journey",
    "starts",
    "with",
    "the",
    "first",
    "step",
)
"""The words."""

toy_queries: Float32[Tensor, "num_tokens=7 d_k=3"] = torch.tensor(
    [
        [0.1, 0.2, 0.3],  # your
        [0.8, 0.1, 0.2],  # journey
        [0.3, 0.8, 0.1],  # starts
        [0.2, 0.4, 0.3],  # with
        [0.1, 0.1, 0.1],  # the
        [0.3, 0.6, 0.2],  # first
        [0.6, 0.2, 0.5],  # step
    ]
)
"""The query of each word."""

toy_keys: Float32[Tensor, "num_tokens=7 d_k=3"] = torch.tensor(
    [
        [0.9, 0.1, 0.2],  # your
        [0.3, 0.7, 0.2],  # journey
        [0.1, 0.9, 0.3],  # starts
        [0.1, 0.2, 0.8],  # with
        [0.1, 0.1, 0.1],  # the
        [0.2, 0.7, 0.3],  # first
        [0.5, 0.2, 0.5],  # step
    ]
)
"""The key of each word."""

toy_values: Float32[Tensor, "num_tokens=7 d_v=3"] = torch.tensor(
    [
        [1.0, 0.0, 0.0],  # your
        [0.2, 1.0, 0.0],  # journey
        [0.0, 0.8, 0.6],  # starts
        [0.0, 0.3, 0.9],  # with
        [0.0, 0.0, 0.0],  # the
        [0.3, 0.9, 0.1],  # first
        [0.1, 0.6, 0.9],  # step
    ]
)
"""The value of each word."""
