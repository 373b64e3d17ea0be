"""A second sequence for the running example: how its translation begins.

    from attention.examples import target_inputs, target_tokens

"Your journey starts with one step" is in German "Mit einem Schritt beginnt deine
Reise": the end comes first. Four of its words have been written, and each is read as
a vector of three features, chosen by hand to lie near the word that it translates.
"""

import torch
from jaxtyping import Float32
from torch import Tensor

target_tokens: tuple[str, ...] = ("mit", "einem", "schritt", "beginnt")
"""The words that have been written."""

target_inputs: Float32[Tensor, "num_tokens=4 d_in=3"] = torch.tensor(
    [
        [0.20, 0.50, 0.40],  # mit: with
        [0.80, 0.20, 0.15],  # einem: one
        [0.10, 0.75, 0.60],  # schritt: step
        [0.60, 0.80, 0.60],  # beginnt: starts
    ]
)
"""The embeddings of `target_tokens`, one row a word."""
