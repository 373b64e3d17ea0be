"""A source of sentences whose entropy is known: 8,192 of them, all equally likely.

    the ADJECTIVE NOUN near the ADJECTIVE NOUN ADVERB VERB .

Each word is drawn evenly from its list. The verb agrees with the first noun: "the old
dog near the grey cats often sleeps", but "the old dogs near the grey cat often sleep".
"""

import torch
from jaxtyping import Int64
from torch import Tensor

agreement_words: tuple[str, ...] = (
    *(".", "the", "near"),
    *("old", "small", "young", "grey"),
    *("dog", "cat", "bird", "fox"),
    *("dogs", "cats", "birds", "foxes"),
    *("often", "rarely"),
    *("sleeps", "sings", "runs", "waits"),
    *("sleep", "sing", "run", "wait"),
)
"""The 25 words of the source: a word's id is its place. The full stop is a word."""


def _sentences() -> Int64[Tensor, "num_sentences num_tokens"]:
    adjectives, nouns = torch.arange(3, 7), torch.arange(7, 15)
    adverbs, verbs = torch.arange(15, 17), torch.arange(17, 21)
    lists = (adjectives, nouns, adjectives, nouns, adverbs, verbs)
    a, noun, b, other, adverb, verb = torch.cartesian_prod(*lists).T
    stop, the, near = (torch.full_like(noun, number) for number in range(3))
    verb = torch.where(noun < 11, verb, verb + 4)  # four singular nouns come first
    words = [stop, the, a, noun, near, the, b, other, adverb, verb, stop]
    return torch.stack(words, dim=-1)


agreement_ids: Int64[Tensor, "num_sentences num_tokens"] = _sentences()
"""Every sentence, shape (8192, 11): ten words, after a full stop to start from."""
