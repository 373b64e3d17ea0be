"""What is behind the general sentences of docs/models/block.md."""

import pytest
import torch
from torch import nn

from attention import (
    FeedForward,
    LayerNorm,
    MultiHeadAttention,
    TransformerBlock,
    record_weights,
)


def make(seed: int, d: int = 4) -> TransformerBlock:
    torch.manual_seed(seed)
    attention = MultiHeadAttention(d, d, 8, 0.0, 2)
    return TransformerBlock(d, attention, FeedForward(d, 4 * d)).double()


def words(seed: int) -> torch.Tensor:
    return torch.randn(6, 4, generator=torch.Generator().manual_seed(seed)).double()


def test_a_block_is_the_sum_of_its_input_and_two_updates() -> None:
    for seed in range(10):
        block, x = make(seed), words(seed)
        gathered = block.attention(block.norm_1(x))
        computed = block.feed_forward(block.norm_2(x + gathered))
        torch.testing.assert_close(block(x), x + gathered + computed)


def test_any_layer_of_the_right_shapes_is_taken() -> None:
    for layer in (nn.Identity(), nn.Linear(4, 4), nn.Tanh(), FeedForward(4, 3)):
        block = TransformerBlock(4, layer.double(), FeedForward(4, 8)).double()
        assert block(words(0)).shape == (6, 4)
        assert block(words(0)[None]).shape == (1, 6, 4)
    with pytest.raises(ValueError, match="must return the shape that it is given"):
        TransformerBlock(4, nn.Linear(4, 1), FeedForward(4, 8))(words(0).float())


def test_torchs_defaults() -> None:
    layer = nn.TransformerEncoderLayer(4, 2)
    assert layer.activation is nn.functional.relu
    assert layer.dropout.p > 0
    assert not layer.norm_first
    assert not layer.self_attn.batch_first
    layer = nn.TransformerEncoderLayer(
        4, 2, 8, 0.0, "gelu", norm_first=True, batch_first=True
    )
    x = torch.randn(1, 6, 4)
    other = x.clone()
    other[0, 5] = 0.0
    blocked = torch.ones(6, 6).triu(diagonal=1).bool()
    one, two = (layer(sentence, src_mask=blocked)[0] for sentence in (x, other))
    torch.testing.assert_close(one[:5], two[:5])


def test_a_dropped_residual_is_found_by_an_update_of_zero() -> None:
    for seed in range(10):
        block, x = make(seed), words(seed)

        def wrong(x: torch.Tensor, block: TransformerBlock = block) -> torch.Tensor:
            attended = x + block.attention(block.norm_1(x))
            return x + block.feed_forward(block.norm_2(attended))

        assert not torch.allclose(wrong(x), block(x))
        without = make(seed)
        for parameter in without.attention.out_proj.parameters():
            nn.init.zeros_(parameter)
        assert torch.equal(wrong(x, without), without(x))  # attention's zero hides it
        for parameter in block.feed_forward.parameters():
            nn.init.zeros_(parameter)
        assert torch.equal(wrong(x), x)
        assert not torch.allclose(block(x), x)


@pytest.mark.parametrize("depth", [1, 2, 5, 24])
def test_a_stack_keeps_the_shape_and_does_not_look_ahead(depth: int) -> None:
    stack = nn.Sequential(*[make(seed) for seed in range(depth)])
    x = words(depth)
    for last in range(1, 6):
        other = x.clone()
        other[last:] = words(depth + 50)[last:]
        assert stack(x).shape == x.shape
        torch.testing.assert_close(stack(other)[:last], stack(x)[:last])
    for part in (LayerNorm(4).double(), FeedForward(4, 8).double()):
        torch.testing.assert_close(part(x)[2], part(x[2]))


def test_words_reach_others_that_no_weight_names() -> None:
    """The second block's weights all on the word itself: its row still has others."""
    first, second = make(0), make(1)
    x = words(0)
    own = torch.eye(6, dtype=torch.float64)
    second.attention.attend = lambda q, k, v, mask, dropout: (own @ v, own)
    stack = nn.Sequential(first, second)
    with record_weights(stack) as weights:
        stack(x)
    assert torch.equal(weights["1.attention.attend"], own)
    slopes = torch.autograd.functional.jacobian(stack, x)
    reach = slopes.abs().amax(dim=(1, 3)) > 0
    assert torch.equal(reach, torch.ones(6, 6).tril().bool())


def test_side_by_side_is_the_same_without_attention() -> None:
    for seed in range(10):
        block, x = make(seed), words(seed)

        def together(x: torch.Tensor, block: TransformerBlock = block) -> torch.Tensor:
            normed = block.norm_1(x)
            return x + block.attention(normed) + block.feed_forward(normed)

        assert not torch.allclose(together(x), block(x))
        nn.init.zeros_(block.attention.out_proj.weight)
        nn.init.zeros_(block.attention.out_proj.bias)
        torch.testing.assert_close(together(x), block(x))
        block.norm_2.scale.data[0] = 2.0
        assert not torch.allclose(together(x), block(x))
        idle = make(seed)
        for parameter in idle.feed_forward.layers[2].parameters():
            nn.init.zeros_(parameter)
        torch.testing.assert_close(together(x, idle), idle(x))
