"""The source of known entropy, against its grammar written out again."""

from itertools import product

from attention import agreement_ids, agreement_words

NOUNS = {
    "this": ["dog", "cat", "bird", "fox"],
    "these": ["dogs", "cats", "birds", "foxes"],
}
VERBS = {
    "this": ["sleeps", "sings", "runs", "waits"],
    "these": ["sleep", "sing", "run", "wait"],
}
ADJECTIVES = ["old", "small", "young", "grey"]


def test_the_sentences_are_those_of_the_grammar_each_once():
    expected = {
        f". {which} {a} {noun} near {other} {b} {second} {adverb} {verb} ."
        for which, a, other, b, adverb in product(
            NOUNS, ADJECTIVES, NOUNS, ADJECTIVES, ["often", "rarely"]
        )
        for noun, second, verb in product(NOUNS[which], NOUNS[other], VERBS[which])
    }
    written = [
        " ".join(agreement_words[i] for i in ids) for ids in agreement_ids.tolist()
    ]
    assert len(written) == len(expected) == 8192
    assert set(written) == expected


def test_each_word_is_listed_once_and_used():
    assert len(set(agreement_words)) == len(agreement_words) == 26
    assert agreement_ids.unique().tolist() == list(range(26))
