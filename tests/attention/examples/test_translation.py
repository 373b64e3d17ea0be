"""The second sequence of the running example."""

import torch

from attention import inputs, target_inputs, target_tokens, tokens


def test_four_words_have_three_features_each_as_those_of_the_sentence():
    assert target_tokens == ("mit", "einem", "schritt", "beginnt")
    assert target_inputs.shape == (len(target_tokens), inputs.shape[-1])
    assert target_inputs.dtype == inputs.dtype == torch.float32
    assert not target_inputs.requires_grad


def test_each_word_lies_nearest_to_the_one_that_it_translates():
    nearest = torch.cdist(target_inputs, inputs).argsort(dim=-1)
    translated = [tokens.index(word) for word in ("with", "one", "step")]
    assert nearest[:3, 0].tolist() == translated
    assert tokens.index("starts") in nearest[3, :2].tolist()  # journey lies as near
