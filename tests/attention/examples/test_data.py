"""The data of the examples: what pages rely on."""

import torch

import attention as a


def test_the_words_are_those_of_the_sentence_and_the_story():
    assert a.split_words(a.sentence) == list(a.tokens)
    assert [a.story_vocabulary[i] for i in a.story_ids] == a.split_words(a.story)
    assert list(a.story_vocabulary) == sorted(set(a.split_words(a.story)))


def test_each_translated_word_is_near_the_one_that_it_translates():
    nearest = torch.cdist(a.target_inputs, a.inputs).argsort(dim=-1)
    translated = [a.tokens.index(word) for word in ("with", "one", "step")]
    assert nearest[:3, 0].tolist() == translated
    assert a.tokens.index("starts") in nearest[3, :2]  # journey is as near
    assert len(a.target_tokens) == len(a.target_inputs)
