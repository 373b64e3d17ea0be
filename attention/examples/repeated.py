"""Random sequences that are said twice, for the lesson on what heads learn.

The first copy is random: the tokens so far tell only which are left. The second can
be predicted: the next token is the one that followed the same token the first time.
"""

from collections.abc import Iterator

import torch
from jaxtyping import Int64
from torch import Tensor

NUM_KINDS = 16
SHORTEST, LONGEST = 4, 12


def said_twice(
    num_sequences: int, length: int, generator: torch.Generator | None = None
) -> Int64[Tensor, "num_sequences twice_length"]:
    """Draw sequences of different tokens, each followed by itself.

    Args:
        num_sequences: How many to draw.
        length: The number of tokens that are said twice, at most 16: the kinds of
            tokens, of which no two in a sequence are the same.
        generator: Where the numbers come from; torch's global one by default.

    Raises:
        ValueError: If length is not from 1 to 16.
    """
    if not 1 <= length <= NUM_KINDS:
        raise ValueError(f"length must be from 1 to {NUM_KINDS}. Got {length}.")
    order = torch.rand(num_sequences, NUM_KINDS, generator=generator).argsort(dim=-1)
    return order[:, :length].repeat(1, 2)


def said_twice_batches(
    num_batches: int, generator: torch.Generator
) -> Iterator[tuple[Tensor, Tensor]]:
    """Draw batches for `fit`: 64 sequences of one length, from 4 to 12 tokens.

    Args:
        num_batches: How many to draw.
        generator: Where the numbers come from.

    Yields:
        Ids, and as targets the next ids, those of the first copy replaced by -100.
    """
    for _ in range(num_batches):
        length = int(torch.randint(SHORTEST, LONGEST + 1, (), generator=generator))
        ids = said_twice(64, length, generator)
        targets = ids[:, 1:].clone()
        targets[:, :length] = -100  # the first copy, and which token it starts again on
        yield ids[:, :-1], targets
