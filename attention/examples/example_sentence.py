"""The running example: one sentence, its six words, and a vector for each.

    from attention.examples import inputs, tokens

The sentence and its vectors are those of S. Raschka, *Build a Large Language
Model (From Scratch)*, chapter 3, so that readers of the book find its numbers.
They have three features; a model's have hundreds or more, and are learned.
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
