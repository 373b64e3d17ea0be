"""The running example: the sentence, its words, and their vectors."""

import re

import pytest
import torch

import attention


def test_the_words_are_the_sentence_in_lower_case_without_its_full_stop():
    words = attention.sentence.lower().rstrip(".").split()
    assert tuple(words) == attention.tokens


def test_each_word_has_the_vector_that_the_course_gives_it():
    expected = {
        "your": [0.43, 0.15, 0.89],
        "journey": [0.55, 0.87, 0.66],
        "starts": [0.57, 0.85, 0.64],
        "with": [0.22, 0.58, 0.33],
        "one": [0.77, 0.25, 0.10],
        "step": [0.05, 0.80, 0.55],
    }
    assert attention.inputs.shape == (6, 3)
    for token, vector in zip(attention.tokens, attention.inputs, strict=True):
        assert torch.equal(vector, torch.tensor(expected[token])), token


def test_an_unknown_name_is_an_attribute_error_that_names_it():
    message = "module 'attention' has no attribute 'imputs'"
    with pytest.raises(AttributeError, match=f"^{re.escape(message)}$"):
        _ = attention.imputs
