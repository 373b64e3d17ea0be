"""Any Unicode: it comes back, or the documented error is raised."""

import os
from functools import cache
from itertools import pairwise

import pytest
import tiktoken
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    SPECIAL_TOKENS,
    build_vocabulary,
    decode_words,
    encode_words,
    merge_steps,
    split_words,
)
from tests.fuzz.attempts import attempt, refused

# What tells words apart from each other, from punctuation and from special tokens.
pieces = st.sampled_from(
    [" ", "\n", "\u2003", "\x1c", "\u200b", "!", ".", "?!", ",", "<pad>", "<BOS>",
     "<eos>", "İ", "ẞ", "Σ", "ς", "ﬁ", "e\u0301", "\ud800", "\x00", "🙂", "Ada", "1.5"]
)  # fmt: skip
any_text = st.lists(pieces | st.text(max_size=3), max_size=8).map("".join)


def spells_a_token(words: list[str]) -> bool:
    return any(word in SPECIAL_TOKENS for word in words)


@given(any_text)
def test_words_are_lower_case_without_white_space_or_marks_at_their_ends(text: str):
    words = split_words(text)
    for word in words:
        assert word == word.lower()
        assert word.split() == [word]
        assert word.strip(".,!?") == word
    assert split_words(" ".join(words)) == words
    # Nothing but white space, case and marks is lost.
    kept = [letter for letter in text.lower() if not letter.isspace()]
    assert [letter for letter in kept if letter not in ".,!?"] == [
        letter for letter in "".join(words) if letter not in ".,!?"
    ]


@given(any_text)
def test_a_text_comes_back_as_its_words(text: str):
    words = split_words(text)
    vocabulary = attempt(build_vocabulary, words)
    if refused(vocabulary, {"words"} if spells_a_token(words) else set()):
        return
    assert list(vocabulary.values()) == list(range(len(vocabulary)))
    assert list(vocabulary)[:3] == list(SPECIAL_TOKENS)
    ids = attempt(encode_words, text, vocabulary)
    assert decode_words(ids, vocabulary) == " ".join(["<bos>", *words, "<eos>"])
    assert decode_words(torch.tensor(ids), vocabulary) == decode_words(ids, vocabulary)
    again = encode_words(decode_words(ids[1:-1], vocabulary), vocabulary)
    assert again == ids


@given(any_text, any_text)
def test_a_text_of_other_words_is_encoded_or_refused(text: str, other: str):
    known = split_words(other)
    if spells_a_token(known):
        return
    vocabulary = build_vocabulary(known)
    words = split_words(text)
    first = next((w for w in words if w in SPECIAL_TOKENS or w not in known), None)
    if first not in {None, *SPECIAL_TOKENS}:
        with pytest.raises(KeyError, match="text must use words of the vocabulary"):
            encode_words(text, vocabulary)
        return
    ids = attempt(encode_words, text, vocabulary)
    if not refused(ids, {"text"} if first in SPECIAL_TOKENS else set()):
        assert first is None
        assert [list(vocabulary)[number] for number in ids[1:-1]] == words


@given(st.lists(st.integers(-3, 9), max_size=5), any_text)
def test_ids_are_decoded_or_refused(ids: list[int], text: str):
    words = [word for word in split_words(text) if word not in SPECIAL_TOKENS]
    vocabulary = build_vocabulary(words)
    bad = any(not 0 <= number < len(vocabulary) for number in ids)
    answer = attempt(decode_words, ids, vocabulary)
    if not refused(answer, {"ids"} if bad else set()):
        assert answer == " ".join(list(vocabulary)[number] for number in ids)


@cache
def gpt2() -> tiktoken.Encoding:
    assert os.environ.get("TIKTOKEN_CACHE_DIR"), "tests download nothing"
    return tiktoken.get_encoding("gpt2")


@given(any_text)
def test_sub_words_are_those_of_tiktoken_and_come_back(text: str):
    # tiktoken takes a lone surrogate for the mark of what cannot be read.
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    ids = gpt2().encode(text, disallowed_special=())
    assert gpt2().decode(ids) == text
    ranks = gpt2()._mergeable_ranks
    word = text.encode()
    steps = attempt(merge_steps, word, ranks)
    if not refused(steps, set() if word else {"word"}):
        # What tiktoken does to one part of a text, after it has split it.
        assert [ranks[piece] for piece in steps[-1]] == gpt2()._encode_single_piece(
            word
        )


ranked = st.dictionaries(st.binary(max_size=4), st.integers(0, 9), max_size=12)


@given(st.text("ab\xe9", max_size=6) | any_text, ranked, st.booleans())
def test_any_merges_end_and_lose_no_byte(
    text: str, ranks: dict[bytes, int], whole: bool
):
    word = text.encode("utf-8", "surrogatepass")
    if whole:
        ranks = {bytes([byte]): 9 + byte for byte in range(256)} | ranks
    missing = any(bytes([byte]) not in ranks for byte in word)
    steps = attempt(merge_steps, word, ranks)
    wrong = {"ranks"} if missing else set()
    if not refused(steps, wrong if word else wrong | {"word"}):
        assert steps[0] == [bytes([byte]) for byte in word]
        for before, after in pairwise(steps):
            assert len(after) == len(before) - 1
            assert b"".join(after) == word
        last = steps[-1]
        assert not any(a + b in ranks for a, b in pairwise(last))
