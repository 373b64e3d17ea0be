"""The story: what the pages that use it rely on."""

import re

import torch

from attention import split_words, story, story_ids, story_vocabulary

PAIRS = [
    ("ada", "mira"),
    ("apples", "pears"),
    ("north", "south"),
    ("morning", "evening"),
    ("red", "blue"),
    ("summer", "winter"),
]


def test_the_story_is_a_few_hundred_words_of_plain_text():
    assert 400 <= len(split_words(story)) <= 600
    assert story.isascii()
    assert all(word.isalpha() for word in split_words(story))
    assert "  " not in story
    assert all(paragraph.strip() == paragraph for paragraph in story.split("\n\n"))


def test_the_vocabulary_has_each_word_once_in_sorted_order():
    assert list(story_vocabulary) == sorted(set(split_words(story)))


def test_the_ids_spell_the_story():
    assert story_ids.dtype == torch.int64
    assert [story_vocabulary[i] for i in story_ids] == split_words(story)


def test_the_words_of_a_pair_occur_equally_often_or_nearly():
    words = split_words(story)
    for a, b in PAIRS:
        assert words.count(a) >= 3
        assert abs(words.count(a) - words.count(b)) <= 1


def test_sentences_and_names_begin_with_a_capital_and_nothing_is_shouted():
    first = re.findall(r"(?:\A|[.]\s+)(\w)", story)
    assert len(first) == story.count(".")
    assert all(letter.isupper() for letter in first)
    assert not re.search(r"\b(?:ada|mira|tom)\b|[A-Z]{2}", story)
