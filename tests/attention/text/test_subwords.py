"""Byte-pair merges, against steps found by hand and against tiktoken."""

import re

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from attention import merge_steps

# Made by hand: "lo" before "ow", "low" last.
RANKS = {b"l": 0, b"o": 1, b"w": 2, b"e": 3, b"lo": 4, b"ow": 5, b"low": 6}


@pytest.fixture(scope="module")
def gpt2() -> tiktoken.Encoding:
    return tiktoken.get_encoding("gpt2")


@pytest.fixture(scope="module")
def ranks(gpt2: tiktoken.Encoding) -> dict[bytes, int]:
    return {gpt2.decode_single_token_bytes(i): i for i in range(gpt2.eot_token)}


def test_the_lowest_rank_is_joined_first():
    assert merge_steps(b"lowe", RANKS) == [
        [b"l", b"o", b"w", b"e"],
        [b"lo", b"w", b"e"],
        [b"low", b"e"],
    ]


def test_of_equal_pairs_the_leftmost_is_joined_first():
    assert merge_steps(b"lolo", RANKS) == [
        [b"l", b"o", b"l", b"o"],
        [b"lo", b"l", b"o"],
        [b"lo", b"lo"],
    ]


def test_pieces_that_no_rank_joins_stay_apart():
    assert merge_steps(b"we", RANKS) == [[b"w", b"e"]]


def test_one_byte_is_its_own_token():
    assert merge_steps(b"l", RANKS) == [[b"l"]]


@given(st.text("low e", min_size=1).map(str.encode))
def test_no_step_changes_the_word_and_each_joins_two_pieces(word: bytes):
    steps = merge_steps(word, RANKS | {b" ": 7})
    assert all(b"".join(pieces) == word for pieces in steps)
    assert [len(pieces) for pieces in steps] == [
        *range(len(word), len(steps[-1]) - 1, -1)
    ]


@pytest.mark.parametrize(
    "word", [" journeyed", "journeyed", " unjourneyed", "पानी", "👣", " wayfarer", "ﬁ"]
)
def test_the_last_step_is_what_tiktoken_says(
    word: str, gpt2: tiktoken.Encoding, ranks: dict[bytes, int]
):
    expected = [gpt2.decode_single_token_bytes(i) for i in gpt2.encode(word)]
    assert merge_steps(word.encode(), ranks)[-1] == expected


def test_random_words_are_cut_as_tiktoken_cuts_them(
    gpt2: tiktoken.Encoding, ranks: dict[bytes, int]
):
    @given(st.text("aeinorst", min_size=1, max_size=13))
    def check(letters: str):
        word = f" {letters}"
        expected = [gpt2.decode_single_token_bytes(i) for i in gpt2.encode(word)]
        assert merge_steps(word.encode(), ranks)[-1] == expected

    check()


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (b"", "word must have at least one byte. Got b''."),
        (b"log", "ranks must have each byte of word. Got none for b'g'."),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    word: bytes, message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        merge_steps(word, RANKS)
