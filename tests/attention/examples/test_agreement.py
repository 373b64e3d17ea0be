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


def test_no_sentence_is_in_both_halves_which_are_the_same_each_time():
    before = torch.get_rng_state()
    training, held_out = agreement_halves()
    assert torch.equal(agreement_halves()[0], training)
    assert torch.equal(torch.get_rng_state(), before)
    assert training.shape == held_out.shape == (4096, 11)
    both = torch.cat([training, held_out]).unique(dim=0)
    assert torch.equal(both, agreement_ids.unique(dim=0))
