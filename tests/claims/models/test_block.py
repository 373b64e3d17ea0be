"""What is behind the general sentences of docs/models/block.md."""

import torch
from torch import Tensor, nn

from attention import (
    FeedForward,
    MultiHeadAttention,
    TransformerBlock,
    record_weights,
)
from tests.claims.draw import draw


def block_of(seed: int) -> TransformerBlock:
    torch.manual_seed(seed)
    attention = MultiHeadAttention(4, 4, 8, 0.0, 2)
    return TransformerBlock(4, attention, FeedForward(4, 16)).double()


def silence(linear: nn.Linear) -> None:
    nn.init.zeros_(linear.weight)
    nn.init.zeros_(linear.bias)


def test_a_dropped_residual_is_found_by_an_update_of_zero() -> None:
    def wrong(block: TransformerBlock, x: Tensor) -> Tensor:
        attended = x + block.attention(block.norm_1(x))
        return x + block.feed_forward(block.norm_2(attended))

    block, x = block_of(0), draw(0, 6, 4)
    silence(block.feed_forward.layers[2])
    assert torch.equal(wrong(block, x), x)
    assert not torch.allclose(block(x), x)
    block = block_of(0)
    silence(block.attention.out_proj)  # this zero hides it
    assert torch.equal(wrong(block, x), block(x))


def test_words_reach_others_that_no_weight_names() -> None:
    """The second block's weights all on the word itself: its row still has others."""
    first, second, x = block_of(0), block_of(1), draw(0, 6, 4)
    own = torch.eye(6, dtype=torch.float64)
    second.attention.attend = lambda q, k, v, mask, dropout: (own @ v, own)
    stack = nn.Sequential(first, second)
    with record_weights(stack) as weights:
        stack(x)
    assert torch.equal(weights["1.attention.attend"], own)
    slopes = torch.autograd.functional.jacobian(stack, x)
    reach = slopes.abs().amax(dim=(1, 3)) > 0
    assert torch.equal(reach, torch.ones(6, 6).tril().bool())


def test_side_by_side_is_the_same_if_either_part_adds_nothing() -> None:
    def together(block: TransformerBlock, x: Tensor) -> Tensor:
        normed = block.norm_1(x)
        return x + block.attention(normed) + block.feed_forward(normed)

    for seed in range(5):
        block, x = block_of(seed), draw(seed, 6, 4)
        assert not torch.allclose(together(block, x), block(x))
        silence(block.attention.out_proj)
        torch.testing.assert_close(together(block, x), block(x))
        block.norm_2.scale.data[0] = 2.0  # the norms must be equal, too
        assert not torch.allclose(together(block, x), block(x))
        silence(block.feed_forward.layers[2])
        torch.testing.assert_close(together(block, x), block(x))
