"""Sub-words: how byte-pair encoding splits a word that it has never met.

A word starts as single bytes. Of all neighbours that together are a known token, the
pair with the lowest number is merged, again and again, until no such pair is left:

    while a pair of neighbours is in ranks:
        merge the pair with the lowest rank

GPT-2's ranks are its token ids, in the order in which the merges were learned: each
merge is of the pair that was most frequent at that point. Sennrich et al. (2016),
section 3.2, start with characters; Radford et al. (2019), section 2.2, with bytes, of
which there are 256, so that every text can be split.

tiktoken gives the same pieces of a word. It first cuts a text into words with a regular
expression: into runs of letters, of digits and of other characters, each with the one
space before it, into contractions such as 't, and into runs of white space. So
"don't stop2go" becomes don|'t| stop|2|go.
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
