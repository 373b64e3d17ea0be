"""The translator's recipe, run anew."""

import pytest
import torch

from attention import (
    few_phrases,
    held_out_phrases,
    train_translator,
    training_phrases,
    translate_all,
)


@pytest.mark.nightly
def test_trained_anew_it_combines_and_from_few_sentences_it_does_not():
    """Thresholds of seeds 0 to 19: 160 of 160 each; from 96 sentences, at most 132."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        right = {}
        for pairs in (training_phrases, few_phrases):
            english, hindi = zip(*held_out_phrases, strict=True)
            written = translate_all(train_translator(pairs, seed=3), english)
            right[len(pairs)] = sum(w == h for w, h in zip(written, hindi, strict=True))
    finally:
        torch.set_num_threads(threads)
    assert right[800] >= 155
    assert right[96] <= 140
