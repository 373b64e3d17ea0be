"""The transformer block, against torch's encoder layer and by its parts."""

import pytest
import torch
from torch import Tensor, nn

from attention import (
    CausalAttention,
    FeedForward,
    LayerNorm,
    MultiHeadAttention,
    TransformerBlock,
    record_weights,
)
from tests.attention.expect import (
    assert_close,
    blocked,
    numbered,
    random,
    refusal,
    torchs_block,
    with_slopes,
)

D, HEADS, TOKENS, HIDDEN = 6, 3, 5, 11


def made(dropout: float = 0.0, attention: nn.Module | None = None) -> TransformerBlock:
    torch.manual_seed(4)
    layer = attention or MultiHeadAttention(D, D, 7, 0.0, HEADS, qkv_bias=True)
    return numbered(TransformerBlock(D, layer, FeedForward(D, HIDDEN), dropout))


def test_it_is_torchs_encoder_layer_with_the_same_parameters_and_gradients():
    block, x = made(), random(2, TOKENS, D).requires_grad_()
    expected = torchs_block(block)(x, src_mask=blocked(TOKENS))
    assert_close(with_slopes(block(x), [x]), with_slopes(expected, [x]), 1e-11)


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

    def forward(self, x: Tensor, by: float = 0.0, mask: Tensor | None = None) -> Tensor:
        return x + by if mask is None else mask * x


def test_what_is_passed_by_name_reaches_the_attention_layer():
    block, x = made(attention=Shifted()), random(TOKENS, D)
    for given in ({"by": 2.0}, {"mask": torch.ones(TOKENS, 1).double()}, {}):
        y = x + block.attention(block.norm_1(x), **given)
        expected = y + block.feed_forward(block.norm_2(y))
        torch.testing.assert_close(block(x, **given), expected)
    with pytest.raises(TypeError, match="unexpected keyword argument 'mask'"):
        made()(x, mask=None)


def test_other_layers_take_the_place_of_attention_and_of_the_norms():
    x = random(TOKENS, D)
    block = made(attention=CausalAttention(D, D, 7, 0.0))
    with record_weights(block) as weights:
        assert block(x).shape == x.shape
    assert list(weights) == ["attention.attend"]
    layers = MultiHeadAttention(D, D, 7, 0.0, HEADS), FeedForward(D, HIDDEN)
    norms = [nn.Identity(), nn.Identity()]
    block = TransformerBlock(D, *layers, norm=lambda width: norms[width - D])
    assert block.norm_1 is block.norm_2 is norms[0]
    assert isinstance(TransformerBlock(D, *layers).norm_2, LayerNorm)


def test_what_would_broadcast_in_the_sum_is_refused():
    block = made(attention=CausalAttention(D, 1, 7, 0.0))
    with refusal(
        "each part of a block must return the shape that it is given, (5, 6). "
        "Got (5, 1)."
    ):
        block(random(TOKENS, D))
