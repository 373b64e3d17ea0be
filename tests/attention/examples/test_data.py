"""The data of the examples: what pages rely on."""

import torch

from attention.examples import (
    inputs,
    sentence,
    story,
    story_ids,
    story_vocabulary,
    target_inputs,
    target_tokens,
    tokens,
)
from attention.text import split_words


def test_the_words_are_those_of_the_sentence_and_the_story():
    assert split_words(sentence) == list(tokens)
    assert [story_vocabulary[i] for i in story_ids] == split_words(story)
    assert list(story_vocabulary) == sorted(set(split_words(story)))


def test_each_translated_word_is_near_the_one_that_it_translates():
    nearest = torch.cdist(target_inputs, inputs).argsort(dim=-1)
    translated = [tokens.index(word) for word in ("with", "one", "step")]
    assert nearest[:3, 0].tolist() == translated
    assert tokens.index("starts") in nearest[3, :2]  # journey is as near
    assert len(target_tokens) == len(target_inputs)
