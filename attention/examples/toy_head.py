"""A toy head: seven words, each with a query, a key and a value, made by hand.

    from attention.examples.toy_head import toy_keys, toy_queries, toy_tokens, toy_values

In a model these vectors are computed from the words by trained weights. Here
they were chosen by hand, so that the step after them can be looked at alone.
Row i of each matrix belongs to word i.
"""

import torch

toy_tokens: tuple[str, ...] = (
    "your",
    "journey",
    "starts",
    "with",
    "the",
    "first",
    "step",
)

toy_queries: torch.Tensor = torch.tensor(
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
"""What each word looks for: shape (num_tokens=7, d_k=3), float32."""

toy_keys: torch.Tensor = torch.tensor(
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
"""What each word is found by: shape (num_tokens=7, d_k=3), float32."""

toy_values: torch.Tensor = torch.tensor(
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
"""What each word hands over: shape (num_tokens=7, d_v=3), float32."""
