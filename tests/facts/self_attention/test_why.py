"""What is behind the general sentences of docs/self-attention/why.md."""

from itertools import pairwise, product
from math import factorial, prod

from tests.facts.says import says


def test_of_all_that_counts_allow_the_most_frequent_word_is_the_best_answer():
    says(
        "self-attention/why",
        "The best it can do is name the most frequent word, but the longer the sequence, the less often that is the first.",
    )
    shares = []
    for length in range(1, 33):
        right = 0
        for counts in product(range(length + 1), repeat=3):
            if sum(counts) <= length:
                each = (*counts, length - sum(counts))
                sequences = factorial(length) // prod(map(factorial, each))
                # Each word comes first as often as its share of the places says.
                right += max(sequences * count // length for count in each)
        shares.append(right / 4**length)
    assert all(b < a for a, b in pairwise(shares))
