"""The word tokenizer: what it splits, numbers, encodes, and what it refuses."""

import re
from collections.abc import Callable

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    SPECIAL_TOKENS,
    build_vocabulary,
    decode_words,
    encode_words,
    sentence,
    split_words,
    tokens,
)

VOCABULARY = build_vocabulary(tokens)
IDS = [1, 8, 3, 5, 7, 4, 6, 2]
known_words = st.lists(st.sampled_from(tokens))


def test_the_sentence_splits_into_its_six_words():
    assert split_words(sentence) == list(tokens)


def test_white_space_of_any_kind_and_length_separates_words():
    assert split_words("  One\tstep,\n\n one  JOURNEY! ") == [
        "one",
        "step",
        "one",
        "journey",
    ]


def test_marks_are_stripped_from_the_ends_and_kept_within():
    assert split_words("?!well-known... e.g, don't.") == ["well-known", "e.g", "don't"]


def test_marks_alone_are_no_word():
    assert split_words("... one ?! ,") == ["one"]
    assert split_words("") == []


def test_special_tokens_come_first_and_words_follow_in_sorted_order():
    assert VOCABULARY == {
        "<pad>": 0,
        "<bos>": 1,
        "<eos>": 2,
        "journey": 3,
        "one": 4,
        "starts": 5,
        "step": 6,
        "with": 7,
        "your": 8,
    }
    assert tuple(VOCABULARY)[:3] == SPECIAL_TOKENS


def test_the_vocabulary_depends_neither_on_order_nor_on_repetition():
    assert build_vocabulary([*reversed(tokens), *tokens]) == VOCABULARY


def test_the_sentence_is_encoded_between_beginning_and_end():
    assert encode_words(sentence, VOCABULARY) == IDS


def test_a_text_without_words_is_beginning_and_end():
    assert encode_words(" ...", VOCABULARY) == [1, 2]


def test_ids_decode_to_their_tokens_from_a_list_and_from_a_tensor():
    expected = f"<bos> {' '.join(tokens)} <eos>"
    assert decode_words(IDS, VOCABULARY) == expected
    assert decode_words(torch.tensor(IDS), VOCABULARY) == expected
    assert decode_words([], VOCABULARY) == ""


@given(known_words)
def test_what_was_encoded_comes_back(words: list[str]):
    ids = encode_words(" ".join(words), VOCABULARY)
    assert decode_words(ids[1:-1], VOCABULARY) == " ".join(words)


def test_an_unknown_word_is_named_with_the_rule():
    message = "text must use words of the vocabulary. Got 'path'."
    with pytest.raises(KeyError) as caught:
        encode_words("Your path starts", VOCABULARY)
    assert caught.value.args == (message,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: build_vocabulary(["one", "<eos>"]),
            "words must not be special tokens. Got '<eos>'.",
        ),
        (
            lambda: encode_words("One <EOS> step", VOCABULARY),
            "text must not spell a special token. Got '<eos>'.",
        ),
        (
            lambda: decode_words([3, 9], VOCABULARY),
            "ids must be from 0 to 8. Got 9.",
        ),
        (
            lambda: decode_words([-1], VOCABULARY),
            "ids must be from 0 to 8. Got -1.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], object], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
