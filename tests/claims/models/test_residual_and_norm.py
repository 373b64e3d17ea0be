"""What is behind the general sentences of docs/models/residual-and-norm.md."""

import torch
from torch import Tensor, nn
from torch.autograd.functional import jacobian

from attention import LayerNorm, MultiHeadAttention, record_weights
from tests.claims.draw import draw


def layer_of(seed: int, std: float | None = None) -> MultiHeadAttention:
    torch.manual_seed(seed)
    layer = MultiHeadAttention(8, 8, 6, 0.0, 2).double()
    for parameter in layer.parameters():
        if std is not None:
            nn.init.normal_(parameter, std=std)
    return layer


def test_the_slope_of_a_stack_is_the_product_of_one_plus_each_slope() -> None:
    layers, x = [layer_of(seed, std=0.7) for seed in range(3)], draw(0, 6, 8)

    def stack(x: Tensor) -> Tensor:
        for layer in layers:
            x = x + layer(x)
        return x

    whole = jacobian(stack, x).reshape(48, 48)
    one = torch.eye(48, dtype=torch.float64)
    product, rest = one, torch.zeros_like(one)
    for layer in layers:
        J = jacobian(layer, x).reshape(48, 48)
        rest = rest + J @ product  # every term of the product but the first, I
        product = (one + J) @ product
        x = x + layer(x)
    torch.testing.assert_close(whole, product)
    torch.testing.assert_close(whole, one + rest)


def test_a_plain_stack_of_larger_weights_keeps_its_gradient() -> None:
    for std, tiny in ((None, True), (1 / 8, False)):
        torch.manual_seed(0)
        layers = nn.Sequential(
            *[MultiHeadAttention(64, 64, 16, 0.0, 4) for _ in range(24)]
        )
        start, direction = torch.randn(2, 16, 64)
        for parameter in layers.parameters():
            if std is not None:
                nn.init.normal_(parameter, std=std)
        x = start.clone().requires_grad_()
        (slope,) = torch.autograd.grad((layers(x) * direction).sum(), x)
        assert (slope.norm() < 1e-6) == tiny


def test_scores_grow_with_the_square_of_the_tokens_and_the_softmax_narrows() -> None:
    for seed in range(5):
        layer, x = layer_of(seed), draw(seed, 6, 8)
        scores = [layer.W_query(y) @ layer.W_key(y).mT for y in (x, 30 * x)]
        torch.testing.assert_close(scores[1], 900 * scores[0])
        largest = []
        for factor in (1, 10, 100, 1000):
            with record_weights(layer) as weights:
                layer(factor * x)
            largest.append(weights["attend"][:, -1].amax(-1))
        assert (torch.stack(largest).diff(dim=0) >= 0).all()
        assert (largest[-1] > 0.99).all()


def test_the_formula_of_a_norm_divides_by_d() -> None:
    for eps in (1e-5, 0.5):
        for x in draw(3, 6, 8):
            d = len(x)
            mu = 1 / d * sum(x)
            sigma_2 = 1 / d * sum((x_i - mu) ** 2 for x_i in x)
            y = [(x_i - mu) / torch.sqrt(sigma_2 + eps) for x_i in x]
            torch.testing.assert_close(LayerNorm(d, eps).double()(x), torch.stack(y))
            length_2 = d * sigma_2 / (sigma_2 + eps)  # d, apart from eps
            torch.testing.assert_close(torch.stack(y).square().sum(), length_2)
            torch.testing.assert_close(x.var(), d * sigma_2 / (d - 1))
    small = LayerNorm(8).double()(LayerNorm(8).double()(x) * 3e-5**0.5)
    assert small.var(unbiased=False) < 0.8  # eps is not small beside its variance
    assert LayerNorm(8, eps=0.0)(torch.full((8,), 4.0)).isnan().all()


def test_updates_grow_with_the_tokens_unless_these_are_normalised() -> None:
    for seed in range(5):
        layer, norm = layer_of(seed, std=0.4), LayerNorm(8).double()
        x = draw(seed, 6, 8)
        sizes = [layer(factor * x).norm() for factor in (1, 100, 10_000)]
        assert sizes[0] < sizes[1] < sizes[2]
        for factor in (100, 10_000):
            same = layer(norm(x)), layer(norm(factor * x))
            torch.testing.assert_close(*same, rtol=0, atol=1e-3)


def test_a_norm_over_all_words_leaks() -> None:
    layer, x, other = layer_of(0), draw(0, 6, 8), draw(0, 6, 8)
    other[5] = draw(1, 8)
    leaks = [x + layer((x - x.mean()) / x.std()) for x in (x, other)]
    holds = [x + layer(LayerNorm(8).double()(x)) for x in (x, other)]
    assert not torch.isclose(leaks[0], leaks[1])[:5].all(dim=-1).any()
    assert torch.equal(holds[0][:5], holds[1][:5])
