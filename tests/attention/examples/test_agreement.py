"""The source of known entropy, against its grammar written out again."""

from itertools import product

import torch

from attention import agreement_halves, agreement_ids, agreement_words

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


def test_no_sentence_is_in_both_halves_and_none_is_missing():
    training, held_out = agreement_halves()
    assert training.shape == held_out.shape == (4096, 11)
    both = torch.cat([training, held_out]).unique(dim=0)
    assert torch.equal(both, agreement_ids.unique(dim=0))


def test_the_halves_are_the_same_each_time_and_use_no_random_numbers():
    before = torch.get_rng_state()
    first, second = agreement_halves(), agreement_halves()
    assert torch.equal(first[0], second[0])
    assert torch.equal(torch.get_rng_state(), before)
