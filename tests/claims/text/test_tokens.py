"""What is behind the general sentences of docs/text/tokens.md."""

from itertools import pairwise

import pytest
import regex
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    SPECIAL_TOKENS,
    build_vocabulary,
    encode_words,
    merge_steps,
    split_words,
    story,
)

ENCODING = tiktoken.get_encoding("gpt2")
PIECES = [ENCODING.decode_single_token_bytes(i) for i in range(50256)]
RANKS = {piece: i for i, piece in enumerate(PIECES)}
WORDS = st.text("abcdefgh", min_size=1, max_size=3)


@given(st.lists(WORDS))
def test_ids_do_not_depend_on_the_order_of_the_words(words: list[str]) -> None:
    vocabulary = build_vocabulary(words)
    assert vocabulary == build_vocabulary(reversed(words))
    assert [*vocabulary] == [*SPECIAL_TOKENS, *sorted(set(words))]
    for word in words:
        before = sum(other < word for other in set(words))
        assert vocabulary[word] == len(SPECIAL_TOKENS) + before


@given(st.lists(WORDS, min_size=1))
def test_a_text_with_and_without_capitals_has_the_same_ids(words: list[str]) -> None:
    plain = " ".join(words)
    vocabulary = build_vocabulary(words)
    assert encode_words(plain.upper() + ".", vocabulary) == encode_words(
        plain, vocabulary
    )


@given(st.lists(WORDS, min_size=1), WORDS)
def test_an_unknown_word_is_refused(words: list[str], other: str) -> None:
    vocabulary = build_vocabulary(words)
    if other in words:
        assert vocabulary[other] in encode_words(other, vocabulary)
    else:
        with pytest.raises(KeyError, match="words of the vocabulary"):
            encode_words(other, vocabulary)


@given(st.lists(WORDS, min_size=2, max_size=5), st.data())
def test_unknown_words_share_one_id(words: list[str], data: st.DataObject) -> None:
    vocabulary = build_vocabulary(words)
    vocabulary["<unk>"] = len(vocabulary)
    place = data.draw(st.integers(0, len(words) - 1))
    first, second, known = (
        [vocabulary.get(word, vocabulary["<unk>"]) for word in text]
        for other in ("xxxx", "yyyy", words[place])
        for text in [[*words[:place], other, *words[place + 1 :]]]
    )
    assert first == second != known


@given(st.text())
def test_every_text_returns_from_gpt2_and_not_from_words(text: str) -> None:
    ids = ENCODING.encode(text, disallowed_special=())
    assert ENCODING.decode(ids) == text
    assert sum(len(piece) == 1 for piece in PIECES) == 256
    assert set(map(bytes, ([i] for i in range(256)))) <= RANKS.keys()


@given(st.text(st.characters(categories=["L"]), min_size=1, max_size=12))
def test_merging_the_lowest_id_first_gives_what_tiktoken_gives(word: str) -> None:
    for text in (word, " " + word):
        (piece,) = regex.findall(ENCODING._pat_str, text)  # one word, one piece
        steps = merge_steps(piece.encode(), RANKS)
        assert [RANKS[part] for part in steps[-1]] == ENCODING.encode(text)
        for before, after in pairwise(steps):
            known = [a + b for a, b in pairwise(before) if a + b in RANKS]
            assert min(known, key=RANKS.__getitem__) in after


@pytest.mark.parametrize("first", range(256, 1256, 250))
def test_merging_bytes_reaches_every_piece(first: int) -> None:
    for piece in PIECES[first::997]:
        if len(piece) < 20:
            steps = merge_steps(piece, RANKS)
            assert all(len(part) == 1 for part in steps[0])
            assert [*steps[-1]] == [piece]


def test_a_later_id_is_merged_from_earlier_ones() -> None:
    for i in range(256, 50256, 97):
        halves = [PIECES[i][:cut] for cut in range(1, len(PIECES[i]))]
        rests = [PIECES[i][len(half) :] for half in halves]
        pairs = zip(halves, rests, strict=True)
        assert any(RANKS.get(a, i) < i and RANKS.get(b, i) < i for a, b in pairs)


@given(st.characters(exclude_categories=["Cs"]))
def test_a_character_takes_one_to_four_bytes(character: str) -> None:
    size = len(character.encode())
    assert size == 1 if character.isascii() else 2 <= size <= 4


def test_a_token_that_cuts_a_character_decodes_to_a_question_mark() -> None:
    for character in "👣🧭한й水":
        for cut in range(1, len(character.encode())):
            for half in (character.encode()[:cut], character.encode()[cut:]):
                assert set(half.decode(errors="replace")) == {"\ufffd"}
    whole = [c for c in "पानी" if c.encode() in RANKS]
    assert len(whole) == 1
    assert ENCODING.decode(ENCODING.encode("👣")) == "👣"


@given(st.text(), st.text())
def test_the_end_of_a_text_must_be_allowed(before: str, after: str) -> None:
    text = before + "<|endoftext|>" + after
    with pytest.raises(ValueError, match="disallowed special token"):
        ENCODING.encode(text)
    assert 50256 in ENCODING.encode(text, allowed_special="all")
    assert 50256 not in ENCODING.encode(text, disallowed_special=())


def test_the_token_halfway_depends_on_the_numbering() -> None:
    words = split_words("Your journey starts with one step.")
    found = set()
    for turn in range(len(words)):
        numbered = [*SPECIAL_TOKENS, *words[turn:], *words[:turn]]
        middle, odd = divmod(numbered.index("your") + numbered.index("one"), 2)
        found.add(None if odd else numbered[middle])
    assert len(found) > 1


def test_most_words_of_a_text_follow_a_space() -> None:
    starts = [found.start() for found in regex.finditer(r"\p{L}+", story)]
    assert sum(story[start - 1 : start] == " " for start in starts) > 0.9 * len(starts)
