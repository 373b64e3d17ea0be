"""What is behind the general sentences of docs/models/feed-forward.md."""

import math

import torch
from torch import nn

from attention import FeedForward, MultiHeadAttention, gelu, gelu_tanh
from tests.claims.draw import draw


def test_the_formula_of_gelu() -> None:
    x = torch.linspace(-5, 5, 101, dtype=torch.float64)
    Phi = torch.distributions.Normal(0.0, 1.0).cdf
    torch.testing.assert_close(gelu(x), x * Phi(x))
    torch.testing.assert_close(gelu(x), x / 2 * (1 + torch.erf(x / math.sqrt(2))))


def test_two_linear_layers_are_one() -> None:
    torch.manual_seed(0)
    network, x = FeedForward(3, 5, nn.Identity()).double(), draw(0, 6, 3)
    first, _, second = network.layers
    bias = second.weight @ first.bias + second.bias
    torch.testing.assert_close(network(x), x @ (second.weight @ first.weight).T + bias)


def test_gelus_differ_by_less_than_a_thousandth_and_do_not_bend_far_out() -> None:
    x = torch.linspace(-50, 50, 1_000_001, dtype=torch.float64)
    assert 1e-4 < (gelu(x) - gelu_tanh(x)).abs().max() < 5e-4
    far = x[x > 5]
    torch.testing.assert_close(gelu(far), far, rtol=0, atol=1e-5)
    torch.testing.assert_close(gelu(-far), 0 * far, rtol=0, atol=1e-5)


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
    x = torch.linspace(-10, 10, 2001, dtype=torch.float64, requires_grad=True)
    (slope,) = torch.autograd.grad(gelu(x).sum(), x)
    level = x[slope.abs() < 0.02]  # far to the left, and near -0.75
    assert ((level < -2.5) | ((level + 0.75).abs() < 0.05)).all()
    assert ((slope > 0) == (x > -0.7518)).all()


def test_a_change_stays_in_its_row() -> None:
    torch.manual_seed(0)
    attention = MultiHeadAttention(3, 3, 6, 0.0, 1).double()
    network, x, other = FeedForward(3, 12).double(), draw(0, 6, 3), draw(0, 6, 3)
    other[1] = draw(1, 3)
    for layer, expected in ((network, [1]), (attention, [1, 2, 3, 4, 5])):
        moved = (layer(x) != layer(other)).any(-1)
        assert moved.nonzero().flatten().tolist() == expected
    torch.testing.assert_close(network(x.flip(0)), network(x).flip(0))


def test_parameters_are_counted() -> None:
    for d in (1, 2, 12):
        network = FeedForward(d, 4 * d)
        attention = MultiHeadAttention(d, d, 4, 0.0, 1, qkv_bias=True)
        assert sum(p.numel() for p in network.parameters()) == 8 * d * d + 5 * d
        assert sum(p.numel() for p in attention.parameters()) == 4 * d * d + 4 * d


def test_an_activation_minus_its_mirror_is_the_number_itself() -> None:
    x = torch.linspace(-6, 6, 1000, dtype=torch.float64)  # without 0
    for activation in (torch.relu, gelu, gelu_tanh):
        torch.testing.assert_close(activation(x) - activation(-x), x)
    assert ((torch.relu(x) == 0) | (torch.relu(-x) == 0)).all()
    share, mirrored = gelu(x) / x, gelu(-x) / -x  # Phi(x) and Phi(-x)
    torch.testing.assert_close(share + mirrored, torch.ones_like(x))
