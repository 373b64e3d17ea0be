"""Words as tokens: split a text, number its words, encode and decode.

    text  --split_words-->  words  --vocabulary-->  ids

An id is a row number: the vocabulary gives each word one, and an embedding table holds
the word's vector in that row. Three special tokens come first: `<pad>` fills the
short texts of a batch, `<bos>` marks the beginning of a text, `<eos>` its end.

This is a simple tokenizer, with whole words. GPT-2 and many other language models
split words into parts instead. `encode_words` shows a reason: it raises an error for a
word that is not in the vocabulary.
"""

from collections.abc import Iterable, Mapping
from operator import index
from typing import SupportsIndex

SPECIAL_TOKENS: tuple[str, ...] = ("<pad>", "<bos>", "<eos>")
"""Padding, begin of a text, end of a text."""


def split_words(text: str) -> list[str]:
    """Split a text at white space, in lower case, and strip .,!? from each word.

    Args:
        text: Any text. A piece of .,!? alone ("...") gives no word.
    """
    stripped = (word.strip(".,!?") for word in text.lower().split())
    return [word for word in stripped if word]


def build_vocabulary(words: Iterable[str]) -> dict[str, int]:
    """Number the special tokens, then the different words in sorted order.

    Args:
        words: Words, as often as they occur.

    Raises:
        ValueError: If one of the words is a special token.
    """
    different = set(words)
    for token in SPECIAL_TOKENS:
        if token in different:
            raise ValueError(f"words must not be special tokens. Got {token!r}.")
    tokens = [*SPECIAL_TOKENS, *sorted(different)]
    return {token: number for number, token in enumerate(tokens)}


def encode_words(text: str, vocabulary: Mapping[str, int]) -> list[int]:
    """Return the ids of a text's words, between the ids of `<bos>` and `<eos>`.

    Args:
        text: Any text.
        vocabulary: The id of each word.

    Raises:
        KeyError: If a word is not in the vocabulary.
        ValueError: If a word of the text is a special token, which only the code
            around it may add.
    """
    words = split_words(text)
    for word in words:
        if word in SPECIAL_TOKENS:
            raise ValueError(f"text must not spell a special token. Got {word!r}.")
        if word not in vocabulary:
            raise KeyError(f"text must use words of the vocabulary. Got {word!r}.")
    return [vocabulary[word] for word in ("<bos>", *words, "<eos>")]


def decode_words(ids: Iterable[SupportsIndex], vocabulary: Mapping[str, int]) -> str:
    """Return the tokens of the ids, special ones too, with spaces between them.

    Args:
        ids: Ids of the vocabulary: integers, or the elements of a tensor.
        vocabulary: The id of each word.

    Raises:
        KeyError: If an id is not in the vocabulary.
    """
    tokens = {number: token for token, number in vocabulary.items()}
    return " ".join(tokens[index(number)] for number in ids)
