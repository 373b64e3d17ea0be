"""The word tokenizer."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention.examples import tokens
from attention.text import (
    SPECIAL_TOKENS,
    build_vocabulary,
    decode_words,
    encode_words,
    split_words,
)
from tests.attention.expect import refusal

VOCABULARY = build_vocabulary(tokens)


def test_words_are_split_at_white_space_and_stripped_of_marks_at_their_ends():
    words = split_words("  One\tstep,\n\n ... e.g  JOURNEY! ?!well-known... don't.")
    assert words == ["one", "step", "e.g", "journey", "well-known", "don't"]


def test_special_tokens_come_first_and_words_follow_in_sorted_order():
    expected = [*SPECIAL_TOKENS, *sorted(tokens)]
    for words in (tokens, [*reversed(tokens), *tokens]):
        assert list(build_vocabulary(words).items()) == [
            (token, number) for number, token in enumerate(expected)
        ]


@given(st.lists(st.sampled_from(tokens)))
def test_what_was_encoded_comes_back_between_beginning_and_end(words: list[str]):
    ids = encode_words(" ".join(words).upper() + "!", VOCABULARY)
    expected = " ".join(["<bos>", *words, "<eos>"])
    assert decode_words(ids, VOCABULARY) == expected
    assert decode_words(torch.tensor(ids), VOCABULARY) == expected


def test_what_cannot_be_encoded_is_refused():
    with refusal(repr("text must use words of the vocabulary. Got 'path'."), KeyError):
        encode_words("Your path starts", VOCABULARY)
    with refusal("text must not spell a special token. Got '<eos>'."):
        encode_words("One <EOS> step", VOCABULARY)
    with refusal("words must not be special tokens. Got '<eos>'."):
        build_vocabulary(["one", "<eos>"])
    with pytest.raises(KeyError):
        decode_words([-1], VOCABULARY)
