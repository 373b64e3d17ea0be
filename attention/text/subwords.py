"""Sub-words: how byte-pair encoding splits a word that it has never met.

A text begins as bytes. Some pairs of neighbours are known as tokens of their own; the
one with the lowest number is joined, and again, until no pair of neighbours is known:

    while a pair of neighbours is in ranks:
        join the pair with the lowest rank

GPT-2's ranks are its token ids: pairs that were frequent in the text from which the
tokens were learned came first. Sennrich et al. (2016), section 3.2, began with
characters; Radford et al. (2019), section 2.2, begin with bytes, of which there are
256, so that any text can be split.

tiktoken does the same faster, and splits a text before each space first.
"""

from collections.abc import Mapping
from itertools import pairwise


def merge_steps(word: bytes, ranks: Mapping[bytes, int]) -> list[list[bytes]]:
    """Return the pieces of a word after each merge: bytes first, tokens last.

    Args:
        word: The bytes of a word, as a tokenizer gets it; a leading space counts.
        ranks: The number of each token; a lower one is merged sooner.
    """
    pieces = [word[i : i + 1] for i in range(len(word))]
    steps = [pieces]
    while True:
        pairs = [left + right for left, right in pairwise(pieces)]
        known = [ranks[pair] for pair in pairs if pair in ranks]
        if not known:
            return steps
        i = [ranks.get(pair) for pair in pairs].index(min(known))  # the leftmost
        pieces = [*pieces[:i], pairs[i], *pieces[i + 2 :]]
        steps.append(pieces)
