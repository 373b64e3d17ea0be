"""What is behind the general sentences of docs/models/feed-forward.md."""

import math
import runpy
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import (
    FeedForward,
    MultiHeadAttention,
    gelu,
    gelu_tanh,
    scaled_dot_product_attention,
)

SNIPPETS = Path(__file__).parents[3] / "snippets/models/feed-forward"


def test_a_linear_layer_gives_both_diagonals_the_same_sum() -> None:
    for seed in range(50):
        torch.manual_seed(seed)
        f = nn.Linear(2, 3).double()
        at = {
            (a, b): f(torch.tensor([a, b], dtype=torch.float64))
            for a in (0.0, 1.0)
            for b in (0.0, 1.0)
        }
        same, other = at[0, 0] + at[1, 1], at[0, 1] + at[1, 0]
        torch.testing.assert_close(same, other)


def test_mixing_is_linear_in_the_values() -> None:
    torch.manual_seed(0)
    q, k, v, w = torch.randn(4, 5, 3, dtype=torch.float64)
    of = [
        scaled_dot_product_attention(q, k, values)[0]
        for values in (v, w, 2 * v - 3 * w)
    ]
    torch.testing.assert_close(of[2], 2 * of[0] - 3 * of[1])


@pytest.mark.parametrize("hidden", [1, 2, 12])
def test_two_linear_layers_are_one(hidden: int) -> None:
    torch.manual_seed(hidden)
    network = FeedForward(3, hidden, nn.Identity()).double()
    first, _, second = network.layers
    x = torch.randn(6, 3, dtype=torch.float64)
    bias = second.weight @ first.bias + second.bias
    expected = x @ (second.weight @ first.weight).T + bias
    torch.testing.assert_close(network(x), expected)


def test_the_formulas() -> None:
    torch.manual_seed(0)
    x = torch.randn(3, dtype=torch.float64)
    for f, module in ((torch.relu, nn.ReLU()), (gelu_tanh, None)):
        network = FeedForward(3, 5, module).double()
        (W_1, b_1), (W_2, b_2) = (network.layers[i].parameters() for i in (0, 2))
        torch.testing.assert_close(network(x), W_2 @ f(W_1 @ x + b_1) + b_2)
    x = torch.linspace(-5, 5, 101, dtype=torch.float64)
    Phi = torch.distributions.Normal(0.0, 1.0).cdf
    torch.testing.assert_close(gelu(x), x * Phi(x))
    torch.testing.assert_close(gelu(x), x / 2 * (1 + torch.erf(x / math.sqrt(2))))


def test_the_second_hidden_number_finds_both() -> None:
    page = runpy.run_path(str(SNIPPETS / "exclusive-or.py"))
    network, tokens = page["network"], page["tokens"]
    first, second = network.layers[:2](tokens).T
    assert torch.equal(first, tokens.sum(dim=-1))
    assert torch.equal(second == 1, tokens.all(dim=-1))
    assert torch.equal(second, (tokens.sum(dim=-1) - 1).clamp(min=0))
    assert torch.equal(network(tokens)[:, 0], first - 2 * second)


def test_gelu_far_out() -> None:
    x = torch.linspace(5, 100, 96, dtype=torch.float64)
    torch.testing.assert_close(gelu(x), x, rtol=0, atol=1e-5)
    torch.testing.assert_close(gelu(-x), 0 * x, rtol=0, atol=1e-5)


def test_the_gelus_differ_by_less_than_half_a_thousandth() -> None:
    x = torch.linspace(-50, 50, 1_000_001, dtype=torch.float64)
    assert 1e-4 < (gelu(x) - gelu_tanh(x)).abs().max() < 5e-4


def test_which_gelu_is_which_in_torch() -> None:
    x = torch.linspace(-5, 5, 101, dtype=torch.float64)
    torch.testing.assert_close(nn.GELU()(x), gelu(x))
    torch.testing.assert_close(nn.GELU(approximate="tanh")(x), gelu_tanh(x))


def test_a_hidden_number_that_is_negative_everywhere_gets_no_gradient() -> None:
    for seed in range(20):
        torch.manual_seed(seed)
        for activation, moves in ((nn.ReLU(), False), (nn.GELU(), True)):
            network = FeedForward(3, 4, activation)
            network.layers[0].bias.data[0] = -3.0
            x = torch.rand(6, 3)
            assert (network.layers[0](x)[:, 0] < 0).all()
            network(x).square().sum().backward()
            slopes = network.layers[0].weight.grad[0], network.layers[0].bias.grad[0]
            assert any((slope != 0).any() for slope in slopes) == moves
            assert (network.layers[2].weight.grad[:, 0] != 0).any() == moves


def test_a_change_stays_in_its_row() -> None:
    for seed in range(10):
        torch.manual_seed(seed)
        network, attention = FeedForward(3, 12), MultiHeadAttention(3, 3, 6, 0.0, 1)
        x = torch.randn(6, 3)
        other = x.clone()
        other[1] = torch.randn(3)
        moved = (network(x) != network(other)).any(-1)
        assert moved.tolist() == [False, True, False, False, False, False]
        moved = (attention(x) != attention(other)).any(-1)
        assert moved.tolist() == [False, True, True, True, True, True]
        order = torch.randperm(6)
        torch.testing.assert_close(network(x[order]), network(x)[order])


@pytest.mark.parametrize("d", [1, 2, 12, 768])
def test_parameters_are_counted(d: int) -> None:
    with torch.device("meta"):
        network = FeedForward(d, 4 * d)
        attention = MultiHeadAttention(d, d, 4, 0.0, 1, qkv_bias=True)
    assert sum(p.numel() for p in network.parameters()) == 8 * d * d + 5 * d
    assert sum(p.numel() for p in attention.parameters()) == 4 * d * d + 4 * d


def test_an_activation_minus_its_mirror_is_the_number_itself() -> None:
    x = torch.linspace(-6, 6, 1000, dtype=torch.float64)  # without 0
    for activation in (F.relu, gelu, gelu_tanh):
        torch.testing.assert_close(activation(x) - activation(-x), x)
    assert ((F.relu(x) == 0) | (F.relu(-x) == 0)).all()
    share, mirrored = gelu(x) / x, gelu(-x) / -x  # Phi(x) and Phi(-x)
    torch.testing.assert_close(share + mirrored, torch.ones_like(x))
