"""What is behind the general sentences of docs/causal/no-leak.md."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor
from torch.autograd.functional import jacobian

from attention import CausalAttention


def make(seed: int, width: int = 3) -> CausalAttention:
    torch.manual_seed(seed)
    return CausalAttention(width, width, 8, 0.0).double()


def draw(seed: int, words: int = 6, width: int = 3) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(words, width, generator=generator, dtype=torch.float64)


def leaky(layer: CausalAttention) -> Callable[[Tensor], Tensor]:
    def contexts(x: Tensor) -> Tensor:
        scores = layer.W_query(x) @ layer.W_key(x).T
        return torch.softmax(scores, dim=-1).tril() @ layer.W_value(x)

    return contexts


def reach(function: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    slopes = jacobian(function, x)
    assert isinstance(slopes, Tensor)
    return torch.linalg.vector_norm(slopes, dim=(1, 3))


@pytest.mark.parametrize("d_k", [1, 3, 8])
def test_the_context_of_each_word_as_a_sum(d_k: int) -> None:
    layer, x = make(0, d_k), draw(1, 6, d_k)
    q, k, v = layer.W_query(x), layer.W_key(x), layer.W_value(x)
    for i, z_i in enumerate(layer(x)):
        e = [torch.exp(torch.dot(q[i], k[m]) / d_k**0.5) for m in range(i + 1)]
        expected = sum((e[j] / sum(e) * v[j] for j in range(i + 1)), torch.zeros(d_k))
        torch.testing.assert_close(z_i, expected)


@pytest.mark.parametrize("words", [2, 6])
def test_slopes_to_later_words(words: int) -> None:
    for seed in range(5):
        layer, x = make(seed), draw(seed, words)
        assert (reach(layer, x).triu(diagonal=1) == 0).all()
        wrong = leaky(layer)
        bound = reach(wrong, x)
        later = torch.ones(words, words).triu(diagonal=1).bool()
        assert (bound[later] > 0).all()
        step = torch.zeros_like(x)
        step[-1] = 1e-6 * torch.nn.functional.normalize(draw(seed + 50, 1), dim=-1)
        moved = (wrong(x + step) - wrong(x)).norm(dim=-1)
        assert (moved <= 1e-6 * bound[:, -1] * 1.001).all()
        assert (moved > 0).all()


def test_a_detached_divisor_leaks_without_a_slope() -> None:
    for seed in range(10):
        layer, x = make(seed), draw(seed)

        def scaled(x: Tensor, layer: CausalAttention = layer) -> Tensor:
            return layer(x) / x.max().detach()

        assert (reach(scaled, x).triu(diagonal=1) == 0).all()
        other = x.clone()
        other[5] = 10.0
        assert not torch.allclose(scaled(other)[:5], scaled(x)[:5], rtol=0.1)


def test_each_test_has_a_blind_spot_that_the_other_has_not() -> None:
    for seed in range(5):
        layer, x = make(seed), draw(seed)

        def faint(x: Tensor, layer: CausalAttention = layer) -> Tensor:
            return layer(x) + 1e-9 * x.sum()

        def picky(x: Tensor, layer: CausalAttention = layer) -> Tensor:
            return layer(x) + (x[5] == 7.0).all()

        other = x.clone()
        other[5] = draw(seed + 50, 1)
        for function in (faint, picky):
            torch.testing.assert_close(
                function(other)[:5], function(x)[:5], atol=1e-6, rtol=0
            )
        assert (reach(faint, x)[:5, 5] > 0).all()
        other[5] = 7.0
        assert not torch.allclose(picky(other)[:5], picky(x)[:5])


@pytest.mark.parametrize("value", [torch.nan, torch.inf, -torch.inf, 1e30, -1e300])
def test_only_values_that_are_not_finite_leak(value: float) -> None:
    for seed in range(10):
        layer, x = make(seed), draw(seed)
        other = x.clone()
        other[5] = value
        before, after = layer(x)[:5], layer(other)[:5]
        if torch.isfinite(layer.W_value(other)).all():
            torch.testing.assert_close(before, after)
        else:
            assert after.isnan().all(dim=0).any()


@pytest.mark.parametrize("words", [3, 6])
def test_order_reaches_the_last_word_through_a_second_layer(words: int) -> None:
    for seed in range(10):
        first, second, x = make(seed), make(seed + 50), draw(seed, words)
        order = [*range(words - 2, -1, -1), words - 1]  # backwards, the last stays
        one = first(x)[-1], first(x[order])[-1]
        torch.testing.assert_close(*one)
        two = second(first(x))[-1], second(first(x[order]))[-1]
        assert not torch.allclose(*two, rtol=0, atol=1e-6)
        first.mask.fill_(True)  # the cause taken away
        two = second(first(x))[-1], second(first(x[order]))[-1]
        torch.testing.assert_close(*two)
