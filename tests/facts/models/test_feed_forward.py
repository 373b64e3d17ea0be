"""What is behind the general sentences of docs/models/feed-forward.md."""

import math

import torch
from torch import nn

from attention import FeedForward, MultiHeadAttention, gelu, gelu_tanh
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_formula_of_gelu() -> None:
    says(
        "models/feed-forward",
        r"\[ \operatorname{gelu}(x) = x\, \Phi(x) = \frac{x}{2} \left(1 + \operatorname{erf} \frac{x}{\sqrt 2}\right) \]",
    )
    x = torch.linspace(-5, 5, 101, dtype=torch.float64)
    Phi = torch.distributions.Normal(0.0, 1.0).cdf
    torch.testing.assert_close(gelu(x), x * Phi(x))
    torch.testing.assert_close(gelu(x), x / 2 * (1 + torch.erf(x / math.sqrt(2))))


def test_a_hidden_number_that_is_negative_everywhere_gets_no_gradient() -> None:
    says(
        "models/feed-forward",
        "A hidden unit that is negative before ReLU for every token gets no gradient, so if only this network is trained, gradient descent leaves the unit's weights where they are.",
    )
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


def test_parameters_are_counted() -> None:
    says(
        "models/feed-forward",
        r"With \(d\) features and four times as many hidden units, the network has \(8d^2 + 5d\) parameters, and attention with all biases has \(4d^2 + 4d\).",
    )
    for d in (1, 2, 12):
        network = FeedForward(d, 4 * d)
        attention = MultiHeadAttention(d, d, 4, 0.0, 1, qkv_bias=True)
        assert sum(p.numel() for p in network.parameters()) == 8 * d**2 + 5 * d
        assert sum(p.numel() for p in attention.parameters()) == 4 * d**2 + 4 * d


def test_it_is_two_linear_layers_with_the_activation_between() -> None:
    says(
        "models/feed-forward",
        r"\[ \operatorname{FFN}(x) = W_2\, f(W_1 x + b_1) + b_2 \]",
    )
    for module, f in ((None, gelu_tanh), (nn.GELU(), gelu), (nn.ReLU(), torch.relu)):
        network, x = FeedForward(5, 11, module).double(), draw(0, 5)
        W_1, b_1, W_2, b_2 = network.parameters()
        torch.testing.assert_close(network(x), W_2 @ f(W_1 @ x + b_1) + b_2)
