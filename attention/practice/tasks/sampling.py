"""Write top-p.

Then: python -m attention.practice sampling my_sampling.py
"""

import torch
from torch import Tensor


def next_word(logits: Tensor, temperature: float, top_p: float) -> Tensor:
    """Return the probabilities with which the next word is drawn.

    First the temperature: below 1 it makes the probabilities sharper. Then, from
    the most probable word downwards, words are kept until their probabilities sum
    to at least top_p. All others get probability 0.

    Args:
        logits: (..., num_words)
        temperature: Positive.
        top_p: In (0, 1].

    Returns:
        (..., num_words), in the order of the logits.
    """
    raise NotImplementedError  # your lines go here
