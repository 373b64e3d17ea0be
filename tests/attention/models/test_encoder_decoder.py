"""Transformer: padding, memory and its three kinds of weights; see test_models.py."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import (
    CrossAttention,
    DecoderBlock,
    FeedForward,
    MultiHeadAttention,
    Transformer,
    record_weights,
)
from tests.attention.expect import assert_close, numbered, random, refusal, torchs_block

SOURCE_WORDS, TARGET_WORDS, LONGEST, D, LAYERS, HEADS = 11, 13, 7, 6, 2, 3
PAD = 0
SOURCE = torch.tensor([[3, 1, 10, 4, 5], [9, 2, 7, PAD, PAD]])
TARGET = torch.tensor([[12, 1, 5], [8, 12, 1]])


def made(pad_id: int | None = PAD) -> Transformer:
    sizes = SOURCE_WORDS, TARGET_WORDS, LONGEST, D, LAYERS, HEADS
    return numbered(Transformer(*sizes, pad_id=pad_id))


def test_padding_changes_nothing():
    model = made()
    expected = model(SOURCE, TARGET)
    longer = F.pad(SOURCE, (0, 2), value=PAD)
    torch.testing.assert_close(model(longer, TARGET), expected)
    torch.testing.assert_close(model(SOURCE[1:, :3], TARGET[1:]), expected[1:])
    assert not torch.allclose(made(pad_id=None)(longer, TARGET), expected)
    assert model(torch.full_like(SOURCE, PAD), TARGET).isfinite().all()


def test_a_source_is_encoded_once_for_many_targets():
    model = made()
    memory, mask = model.encode(SOURCE)
    assert memory.shape == (2, 5, D)
    assert mask.tolist() == [[[True] * 5], [[True] * 3 + [False] * 2]]
    assert made(pad_id=None).encode(SOURCE)[1] is None
    for target in (TARGET, TARGET.flip(0)):
        found = model.decode(target, memory, mask)
        torch.testing.assert_close(found, model(SOURCE, target))


def test_three_kinds_of_attention_weights_are_recorded():
    model = made()
    with record_weights(model) as weights:
        model(SOURCE, TARGET)
    shapes = {"encoder.0.attention": 5, "decoder.1.cross_attention": 5}
    for path, keys in (shapes | {"decoder.1.attention": 3}).items():
        found = weights[f"{path}.attend"]
        assert found.shape[::3] == (2, keys)
        torch.testing.assert_close(found.sum(-1), torch.ones_like(found[..., 0]))
    assert (weights["decoder.0.attention.attend"].triu(diagonal=1) == 0).all()
    assert (weights["decoder.0.cross_attention.attend"][1, ..., 3:] == 0).all()
    assert (weights["encoder.1.attention.attend"][0] > 0).all()


def test_a_decoder_block_is_torchs_with_parts_of_other_widths():
    attention = MultiHeadAttention(D, D, LONGEST, 0.0, HEADS, qkv_bias=True)
    cross = CrossAttention(D, D, 0.0, 2, qkv_bias=True)
    block = numbered(DecoderBlock(D, attention, cross, FeedForward(D, 5)))
    x, memory = random(2, 3, D), random(2, 5, D, seed=1)
    theirs = torchs_block(block)
    expected = theirs(x, memory, torch.ones(3, 3).triu(diagonal=1).bool())
    assert_close(block(x, memory), expected, 1e-11)


@pytest.mark.parametrize("place", range(3))
def test_a_part_that_would_broadcast_is_refused(place: int):
    class First(nn.Module):
        def forward(self, x: torch.Tensor, *_: object, **__: object) -> torch.Tensor:
            return x[:, :1]

    parts = [nn.Identity(), CrossAttention(D, D, 0.0, HEADS), nn.Identity()]
    parts[place] = First()
    with refusal(
        "each part of a block must return the shape that it is given, (2, 3, 6). "
        "Got (2, 1, 6)."
    ):
        DecoderBlock(D, *parts)(torch.zeros(2, 3, D), torch.zeros(2, 3, D))


def test_the_targets_words_and_longest_text_are_checked_as_the_sources():
    with refusal("target_vocab_size must be at least 1. Got 0."):
        Transformer(SOURCE_WORDS, 0, LONGEST, D, LAYERS, HEADS)
    with refusal(
        "num_tokens must be at most 7, the number of positions in the table. Got 8."
    ):
        made()(torch.ones(1, 1, dtype=torch.int64), torch.ones(1, 8).long())
