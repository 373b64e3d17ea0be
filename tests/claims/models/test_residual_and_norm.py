"""What is behind the general sentences of docs/models/residual-and-norm.md."""

from itertools import pairwise

import pytest
import torch
from torch import Tensor, nn
from torch.autograd.functional import jacobian

from attention import LayerNorm, MultiHeadAttention, TransformerBlock, record_weights


def make(seed: int, std: float | None = None, bias: bool = False) -> MultiHeadAttention:
    torch.manual_seed(seed)
    layer = MultiHeadAttention(8, 8, 6, 0.0, 2, bias).double()
    for parameter in layer.parameters():
        if std is not None:
            torch.nn.init.normal_(parameter, std=std)
    return layer


def tokens(seed: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(6, 8, generator=generator, dtype=torch.float64)


def test_the_slope_of_a_stack_is_the_product_of_one_plus_each_slope() -> None:
    layers, x = [make(seed, std=0.7) for seed in range(3)], tokens(0)

    def stack(x: Tensor) -> Tensor:
        for layer in layers:
            x = x + layer(x)
        return x

    one = torch.eye(48, dtype=torch.float64)
    product, rest = one, torch.zeros_like(one)
    for layer in layers:
        slope = jacobian(layer, x).reshape(48, 48)
        rest = rest + slope @ product  # every term of the product but the first, I
        product = (one + slope) @ product
        x = x + layer(x)
    whole = jacobian(stack, tokens(0)).reshape(48, 48)
    torch.testing.assert_close(whole, product)
    torch.testing.assert_close(whole, one + rest)


class Scaled(nn.Module):
    """A layer that returns its input, multiplied."""

    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = factor

    def forward(self, x: Tensor) -> Tensor:
        return self.factor * x


def residual(f: nn.Module) -> TransformerBlock:
    """The package's block without norms and with a second part that adds nothing."""
    return TransformerBlock(8, f, Scaled(0.0), norm=lambda _: nn.Identity())


def test_a_residual_connection_adds_what_the_layer_returns() -> None:
    for seed in range(5):
        f, x = make(seed, std=0.7), tokens(seed)
        torch.testing.assert_close(residual(f)(x), x + f(x))
        assert torch.equal(residual(make(seed, std=0.0))(x), x)
    for factor, slope in ((-1.0, 0.0), (1.0, 2.0)):
        whole = jacobian(residual(Scaled(factor)), tokens(0)).reshape(48, 48)
        assert torch.equal(whole, slope * torch.eye(48, dtype=torch.float64))


def test_a_plain_stack_of_larger_weights_keeps_its_gradient() -> None:
    for std, tiny in ((None, True), (1 / 8, False)):
        torch.manual_seed(0)
        layers = [MultiHeadAttention(64, 64, 16, 0.0, 4) for _ in range(24)]
        start, direction = torch.randn(2, 16, 64)
        for parameter in torch.nn.ModuleList(layers).parameters():
            if std is not None:
                torch.nn.init.normal_(parameter, std=std)
        x = start.clone().requires_grad_()
        out = torch.nn.Sequential(*layers)(x)
        (slope,) = torch.autograd.grad((out * direction).sum(), x)
        assert (slope.norm() < 1e-6) == tiny


@pytest.mark.parametrize("seed", range(5))
def test_scores_grow_with_the_square_of_the_tokens(seed: int) -> None:
    def scores(layer: MultiHeadAttention, x: Tensor) -> Tensor:
        return layer.W_query(x) @ layer.W_key(x).mT

    layer, x = make(seed), tokens(seed)
    torch.testing.assert_close(scores(layer, 30 * x), 900 * scores(layer, x))
    biased = make(seed, bias=True)
    assert not torch.allclose(scores(biased, 30 * x), 900 * scores(biased, x))


def test_longer_tokens_give_the_largest_weight_more() -> None:
    for seed in range(20):
        layer, x, largest = make(seed), tokens(seed), []
        for factor in (1, 10, 100, 1000):
            with record_weights(layer) as weights:
                layer(factor * x)
            largest.append(weights["attend"][:, -1].amax(-1))
        for shorter, longer in pairwise(largest):
            assert (longer >= shorter).all()
        assert (largest[-1] > 0.99).all()


@pytest.mark.parametrize("d", [2, 3, 8, 768])
def test_each_token_alone_gets_mean_0_and_the_length_of_the_root_of_d(d: int) -> None:
    torch.manual_seed(d)
    norm = LayerNorm(d).double()
    x = 5 + 20 * torch.randn(4, d, dtype=torch.float64)
    y = norm(x)
    assert torch.equal(y[1], norm(x[1]))
    torch.testing.assert_close(y.mean(-1), torch.zeros(4).double(), atol=1e-9, rtol=0)
    lengths = torch.full((4,), d**0.5).double()
    torch.testing.assert_close(y.norm(dim=-1), lengths, atol=0, rtol=1e-3)
    norm.scale.data.fill_(2.0)
    norm.shift.data.fill_(3.0)
    torch.testing.assert_close(norm(x), 2 * y + 3)


def test_without_eps_equal_features_would_be_nan() -> None:
    x = torch.full((3,), 4.0)
    assert torch.equal(LayerNorm(3)(x), torch.zeros(3))
    assert LayerNorm(3, eps=0.0)(x).isnan().all()


def test_a_token_of_tiny_variance_stays_below_variance_1() -> None:
    x = LayerNorm(8).double()(tokens(0))
    for variance in (1e-7, 1e-6, 1e-5, 3e-5):
        y = LayerNorm(8).double()(x * variance**0.5)
        assert (y.var(-1, unbiased=False) < 0.8).all()


@pytest.mark.parametrize("eps", [1e-5, 0.5])
def test_the_formula_of_a_norm_divides_by_d(eps: float) -> None:
    for x in tokens(3):
        d = len(x)
        mu = 1 / d * sum(x)
        squares = sum((x_i - mu) ** 2 for x_i in x)
        y = [(x_i - mu) / torch.sqrt(1 / d * squares + eps) for x_i in x]
        torch.testing.assert_close(LayerNorm(d, eps).double()(x), torch.stack(y))
        torch.testing.assert_close(x.var(), squares / (d - 1))


def test_updates_grow_with_the_tokens_unless_these_are_normalised() -> None:
    for seed in range(10):
        layer, norm, x = make(seed, std=0.4), LayerNorm(8).double(), tokens(seed)
        sizes = [layer(factor * x).norm() for factor in (1, 100, 10_000)]
        assert sizes[0] < sizes[1] < sizes[2]
        for factor in (100, 10_000):
            same = layer(norm(x)), layer(norm(factor * x))
            torch.testing.assert_close(*same, rtol=0, atol=1e-3)


def test_the_sum_has_no_spread_of_its_own() -> None:
    layers, norm = [make(seed, std=0.5) for seed in range(12)], LayerNorm(8).double()
    spreads = []
    x = tokens(0)
    for layer in layers:
        x = x + layer(norm(x))
        spreads.append(x.std())
        assert (norm(x).std(unbiased=False) - 1).abs() < 1e-4
    assert spreads[-1] > 1.5 * spreads[0]


def test_a_norm_over_all_words_leaks() -> None:
    for seed in range(10):
        layer, x = make(seed), tokens(seed)
        other = x.clone()
        other[5] = tokens(seed + 1)[5]
        leaks = [x + layer((x - x.mean()) / x.std()) for x in (x, other)]
        holds = [x + layer(LayerNorm(8).double()(x)) for x in (x, other)]
        assert not torch.allclose(leaks[0][:5], leaks[1][:5])
        assert torch.equal(holds[0][:5], holds[1][:5])
