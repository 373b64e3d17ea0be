"""Pairs of a key and a value, to be recalled: the data of the lesson on fixed states.

A sequence writes pairs, a token for the key and one for the value, and then asks for
the keys, a token each. Keys have the ids 0 to 31, and values 32 to 63. A key that is
written twice has the value that was written last. This is the multi-query associative
recall of Arora et al. (2023), abstract, with its questions at the end.
"""

from collections.abc import Iterator

import torch
from jaxtyping import Int64
from torch import Tensor

NUM_KEYS = NUM_VALUES = 32


def draw_pairs(
    num_sequences: int,
    num_keys: int,
    writes: int = 1,
    generator: torch.Generator | None = None,
) -> tuple[
    Int64[Tensor, "num_sequences num_tokens"], Int64[Tensor, "num_sequences num_keys"]
]:
    """Draw sequences that write pairs in a random order, and ask for each key once.

    Args:
        num_sequences: How many to draw.
        num_keys: The number of different keys in each, at most 32.
        writes: How many times each key is written, each time with a new value, which
            may be an earlier one by chance.
        generator: Where the numbers come from; torch's global one by default.

    Returns:
        ids: num_keys * writes pairs, then the num_keys keys that are asked for.
        answers: For each key that is asked for, the value that was written last, from
            0 to 31.

    Raises:
        ValueError: If num_keys is not from 1 to 32, or writes is less than 1.
    """
    if not 1 <= num_keys <= NUM_KEYS:
        raise ValueError(f"num_keys must be from 1 to {NUM_KEYS}. Got {num_keys}.")
    if writes < 1:
        raise ValueError(f"writes must be at least 1. Got {writes}.")

    def shuffled(x: Tensor) -> Tensor:
        order = torch.rand(num_sequences, x.shape[-1], generator=generator)
        return x.gather(1, order.argsort(dim=-1))

    every_key = torch.arange(NUM_KEYS).expand(num_sequences, NUM_KEYS)
    keys = shuffled(every_key)[:, :num_keys]
    written = shuffled(keys.repeat(1, writes))
    values = torch.randint(NUM_VALUES, written.shape, generator=generator)
    last = torch.zeros(num_sequences, NUM_KEYS, dtype=torch.int64)
    for key, value in zip(written.split(1, dim=1), values.split(1, dim=1), strict=True):
        last.scatter_(1, key, value)
    asked = shuffled(keys)
    pairs = torch.stack([written, NUM_KEYS + values], dim=-1).flatten(1)
    return torch.cat([pairs, asked], dim=1), last.gather(1, asked)


def pair_batches(
    num_batches: int, num_keys: int, writes: int, generator: torch.Generator
) -> Iterator[tuple[Tensor, Tensor]]:
    """Draw batches of 64 sequences for `fit`.

    Args:
        num_batches: How many to draw.
        num_keys: The number of different keys in each sequence.
        writes: How many times each key is written.
        generator: Where the numbers come from.

    Yields:
        Ids, and as targets the answers where a key is asked for, otherwise -100.
    """
    for _ in range(num_batches):
        ids, answers = draw_pairs(64, num_keys, writes, generator)
        targets = torch.full_like(ids, -100)
        targets[:, -num_keys:] = answers
        yield ids, targets
