"""What is behind the general sentences of docs/order/learned.md."""

import torch

from attention import (
    SelfAttentionV2,
    scaled_dot_product_attention,
)
from tests.facts.draw import draw


def test_outputs_move_with_inputs():
    """Without the scale, as the lesson has it, and with it, as the exercise has it."""
    for seed in range(3):
        torch.manual_seed(seed)
        Q, K, V = draw(seed, 3, 7, 5)
        P = torch.eye(7).double()[torch.randperm(7)]
        for root in (1, 5**0.5):
            Z, _ = scaled_dot_product_attention(Q * 5**0.5 / root, K, V)
            left = torch.softmax(P @ Q @ K.T @ P.T / root, dim=-1) @ P @ V
            middle = P @ torch.softmax(Q @ K.T / root, dim=-1) @ P.T @ P @ V
            right = P @ torch.softmax(Q @ K.T / root, dim=-1) @ V
            for one in (left, middle, right):
                torch.testing.assert_close(one, P @ Z)


def test_only_proportions_count():
    torch.manual_seed(0)
    layer, x = SelfAttentionV2(3, 5).double(), draw(0, 7, 3)
    for times in (2, 5):
        often = layer(x.repeat(times, 1))
        torch.testing.assert_close(often, layer(x).repeat(times, 1))
    assert not torch.allclose(layer(torch.cat([x, x[:1]]))[:7], layer(x))
