"""What is behind the general sentences of docs/models/feed-forward.md."""

import math

import torch
from torch import nn

from attention import FeedForward, gelu


def test_the_formula_of_gelu() -> None:
    x = torch.linspace(-5, 5, 101, dtype=torch.float64)
    Phi = torch.distributions.Normal(0.0, 1.0).cdf
    torch.testing.assert_close(gelu(x), x * Phi(x))
    torch.testing.assert_close(gelu(x), x / 2 * (1 + torch.erf(x / math.sqrt(2))))


def test_a_hidden_number_that_is_negative_everywhere_gets_no_gradient() -> None:
    for seed in range(5):
        for activation, moves in ((nn.ReLU(), False), (nn.GELU(), True)):
            torch.manual_seed(seed)
            network, x = FeedForward(3, 4, activation), torch.rand(6, 3)
            network.layers[0].bias.data[0] = -3.0
            assert (network.layers[0](x)[:, 0] < 0).all()
            network(x).square().sum().backward()
            first, _, second = network.layers
            for slope in (first.weight.grad[0], first.bias.grad[0]):
                assert (slope != 0).any() == moves
            assert (second.weight.grad[:, 0] != 0).any() == moves
