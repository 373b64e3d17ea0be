"""The source of known entropy: what agrees, and its two halves."""

import torch

from attention.examples import agreement_halves, agreement_ids, agreement_words


def test_all_sentences_are_different_and_agree():
    assert len(agreement_ids.unique(dim=0)) == len(agreement_ids) == 8192
    for ids in agreement_ids.tolist():
        words = [agreement_words[i] for i in ids]
        stop, which, _, noun, near, other, _, second, _, verb, end = words
        assert (stop, near, end) == (".", "near", ".")
        assert {which, other} <= {"this", "these"}
        assert noun.endswith("s") == (which == "these")
        assert second.endswith("s") == (other == "these")
        assert verb.endswith("s") == (which == "this")


def test_no_sentence_is_in_both_halves_which_are_the_same_each_time():
    before = torch.get_rng_state()
    training, held_out = agreement_halves()
    assert torch.equal(agreement_halves()[0], training)
    assert torch.equal(torch.get_rng_state(), before)
    assert training.shape == held_out.shape == (4096, 11)
    both = torch.cat([training, held_out]).unique(dim=0)
    assert torch.equal(both, agreement_ids.unique(dim=0))
