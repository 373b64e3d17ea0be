"""Blocks by their parts; test_models.py compares them with torch's layers."""

import pytest
import torch
from torch import Tensor, nn

from attention import (
    FeedForward,
    MultiHeadAttention,
    TransformerBlock,
)
from tests.attention.expect import numbered, random

D, HEADS, TOKENS, HIDDEN = 6, 3, 5, 11


def made(dropout: float = 0.0, attention: nn.Module | None = None) -> TransformerBlock:
    layer = attention or MultiHeadAttention(D, D, 7, 0.0, HEADS, qkv_bias=True)
    return numbered(TransformerBlock(D, layer, FeedForward(D, HIDDEN), dropout))


def test_dropout_drops_what_parts_add_and_only_in_training():
    plain, block, x = made(), made(dropout=0.5), random(TOKENS, D)
    torch.testing.assert_close(block.eval()(x), plain(x))
    torch.manual_seed(5)
    dropped = block.train()(x)
    torch.manual_seed(5)
    y = x + nn.Dropout(0.5)(plain.attention(plain.norm_1(x)))
    y = y + nn.Dropout(0.5)(plain.feed_forward(plain.norm_2(y)))
    torch.testing.assert_close(dropped, y)


class Shifted(nn.Module):
    """An attention layer that takes more than x."""

    def forward(self, x: Tensor, by: float = 0.0) -> Tensor:
        return x + by


def test_what_is_passed_by_name_reaches_the_attention_layer():
    block, x = made(attention=Shifted()), random(TOKENS, D)
    y = x + block.norm_1(x) + 2.0
    expected = y + block.feed_forward(block.norm_2(y))
    torch.testing.assert_close(block(x, by=2.0), expected)
    with pytest.raises(TypeError, match="unexpected keyword argument 'mask'"):
        made()(x, mask=None)
