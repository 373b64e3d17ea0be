"""The running example: one sentence, its six words, and a vector for each.

    from attention.examples import inputs, tokens
    from attention.examples import target_inputs, target_tokens  # its translation

The sentence and its vectors are those of S. Raschka, *Build a Large Language
Model (From Scratch)*, chapter 3, so that readers of the book find its numbers.
They have three features; a model's have hundreds or more, and are learned.

"Your journey starts with one step" is in German "Mit einem Schritt beginnt deine
Reise": the end comes first. Four words of the translation have been written, and each
is read as a vector that was chosen by hand to lie near the word that it translates.
"""

import torch
from jaxtyping import Float32
from torch import Tensor

sentence: str = "Your journey starts with one step."
"""The sentence, as it is written."""

tokens: tuple[str, ...] = ("your", "journey", "starts", "with", "one", "step")
"""Its words, in lower case."""

inputs: Float32[Tensor, "num_tokens=6 d_in=3"] = torch.tensor(
    [
        [0.43, 0.15, 0.89],  # your
        [0.55, 0.87, 0.66],  # journey
        [0.57, 0.85, 0.64],  # starts
        [0.22, 0.58, 0.33],  # with
        [0.77, 0.25, 0.10],  # one
        [0.05, 0.80, 0.55],  # step
    ]
)
"""The embeddings of `tokens`, one row a word."""

target_tokens: tuple[str, ...] = ("mit", "einem", "schritt", "beginnt")
"""The words of the translation that have been written."""

target_inputs: Float32[Tensor, "num_tokens=4 d_in=3"] = torch.tensor(
    [
        [0.20, 0.50, 0.40],  # mit: with
        [0.80, 0.20, 0.15],  # einem: one
        [0.10, 0.75, 0.60],  # schritt: step
        [0.60, 0.80, 0.60],  # beginnt: starts
    ]
)
"""The embeddings of `target_tokens`, one row a word."""
