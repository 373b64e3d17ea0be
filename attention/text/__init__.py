"""From text to vectors, before any attention: words, sub-words, embeddings, windows."""

from attention.text.embeddings import embedding_table
from attention.text.neighbours import nearest
from attention.text.skip_gram import (
    SkipGram,
    noise_distribution,
    skip_gram_loss,
    skip_gram_pairs,
    train_skip_gram,
)
from attention.text.subwords import merge_steps
from attention.text.windows import SlidingWindows
from attention.text.words import (
    SPECIAL_TOKENS,
    build_vocabulary,
    decode_words,
    encode_words,
    split_words,
)

__all__ = [
    "SPECIAL_TOKENS",
    "split_words",
    "build_vocabulary",
    "encode_words",
    "decode_words",
    "merge_steps",
    "embedding_table",
    "nearest",
    "skip_gram_pairs",
    "noise_distribution",
    "skip_gram_loss",
    "SkipGram",
    "train_skip_gram",
    "SlidingWindows",
]
