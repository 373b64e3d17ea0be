"""Byte-pair merges, against steps found by hand and against tiktoken."""

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from attention.text import merge_steps

# Made by hand: "lo" before "ow", "low" last.
RANKS = {b"l": 0, b"o": 1, b"w": 2, b"e": 3, b"lo": 4, b"ow": 5, b"low": 6}


@pytest.fixture(scope="module")
def gpt2() -> tiktoken.Encoding:
    return tiktoken.get_encoding("gpt2")


@pytest.fixture(scope="module")
def ranks(gpt2: tiktoken.Encoding) -> dict[bytes, int]:
    return {gpt2.decode_single_token_bytes(i): i for i in range(gpt2.eot_token)}


@pytest.mark.parametrize(
    ("word", "steps"),
    [
        (b"lowe", ["l o w e", "lo w e", "low e"]),  # the lowest rank first
        (b"lolo", ["l o l o", "lo l o", "lo lo"]),  # of equal ones the leftmost
        (b"we", ["w e"]),  # no rank joins them
    ],
)
def test_steps_are_those_found_by_hand(word: bytes, steps: list[str]):
    expected = [step.encode().split() for step in steps]
    assert merge_steps(word, RANKS) == expected


def test_the_last_step_is_what_tiktoken_says(gpt2, ranks):
    @given(st.sampled_from(["पानी", "👣", "ﬁ"]) | st.text("aeinorst", max_size=13))
    def check(letters: str):
        word = f" {letters}"
        expected = [gpt2.decode_single_token_bytes(i) for i in gpt2.encode(word)]
        assert merge_steps(word.encode(), ranks)[-1] == expected

    check()
