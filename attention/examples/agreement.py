"""A source of sentences whose entropy is known: 8,192 of them, all equally likely.

    this ADJECTIVE NOUN near this ADJECTIVE NOUN ADVERB VERB .

Each word is drawn evenly from its list, and each "this" may be "these". A noun agrees
with the word before its adjective, and the verb agrees with the first noun: "this old
dog near these grey cats often sleeps".
"""

import torch
from jaxtyping import Int64
from torch import Tensor

agreement_words: tuple[str, ...] = (
    *(".", "this", "these", "near"),
    *("old", "small", "young", "grey"),
    *("dog", "cat", "bird", "fox"),
    *("dogs", "cats", "birds", "foxes"),
    *("often", "rarely"),
    *("sleeps", "sings", "runs", "waits"),
    *("sleep", "sing", "run", "wait"),
)
"""The 26 words of the source: a word's id is its index. The full stop is a word."""


def _sentences() -> Int64[Tensor, "num_sentences num_tokens"]:
    two, four = torch.arange(2), torch.arange(4)
    columns = torch.cartesian_prod(two, four, four, two, four, four, two, four).T
    plural, a, noun, others, b, other, adverb, verb = columns  # from 0 in each list
    stop = torch.zeros_like(plural)
    first = [stop, 1 + plural, 4 + a, 8 + 4 * plural + noun]
    second = [stop + 3, 1 + others, 4 + b, 8 + 4 * others + other]
    last = [16 + adverb, 18 + 4 * plural + verb, stop]
    return torch.stack([*first, *second, *last], dim=-1)


agreement_ids: Int64[Tensor, "num_sentences num_tokens"] = _sentences()
"""Every sentence, shape (8192, 11): ten words, after a full stop to start from."""


def agreement_halves() -> tuple[
    Int64[Tensor, "half_of_them num_tokens"], Int64[Tensor, "half_of_them num_tokens"]
]:
    """Return a random half of the sentences to train on, and the rest to measure with.

    They are the same two halves in each call, and torch's generator stays as it is.
    """
    generator = torch.Generator().manual_seed(0)
    order = torch.randperm(len(agreement_ids), generator=generator, device="cpu")
    training, held_out = agreement_ids[order].chunk(2)
    return training, held_out
