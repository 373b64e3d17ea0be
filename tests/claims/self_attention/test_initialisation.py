"""What is behind the general sentences of docs/self-attention/initialisation.md."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from attention import (
    SelfAttentionV1,
    SelfAttentionV2,
    inputs,
    scaled_dot_product_attention,
)

SEEDS = st.integers(0, 2**32 - 1)
WIDTHS = st.integers(1, 300)


def linear(d_in: int, d_out: int) -> torch.Tensor:
    return nn.Linear(d_in, d_out, bias=False).weight.detach().T


@given(SEEDS, st.integers(1, 9), st.integers(1, 9))
def test_the_two_classes_agree_on_the_same_matrices(seed, d_in, d_out):
    torch.manual_seed(seed)
    v1, v2 = SelfAttentionV1(d_in, d_out), SelfAttentionV2(d_in, d_out)
    x = torch.randn(5, d_in)
    assert not torch.allclose(v1(x), v2(x))
    with torch.no_grad():
        for name in ("W_query", "W_key", "W_value"):
            getattr(v1, name).copy_(getattr(v2, name).weight.T)
    torch.testing.assert_close(v1(x), v2(x))


@pytest.mark.parametrize("d_in", [1, 3, 64, 512])
@pytest.mark.parametrize("d_out", [2, 64])
def test_a_linear_layers_weights_are_uniform_up_to_the_root_of_its_inputs(d_in, d_out):
    torch.manual_seed(d_in)
    drawn = torch.cat(
        [linear(d_in, d_out).flatten() for _ in range(1 + 9999 // (d_in * d_out))]
    )
    share = (drawn * math.sqrt(d_in) + 1) / 2  # uniform between 0 and 1
    assert share.ge(0).all()
    assert share.le(1).all()
    ranked = share.sort().values
    expected = torch.linspace(0, 1, len(ranked))
    assert (ranked - expected).abs().max() < 2 / math.sqrt(len(ranked))


@pytest.mark.parametrize("d_in", [4, 32, 256, 2048])
@pytest.mark.parametrize("word", [torch.randn, torch.rand, torch.ones])
def test_queries_of_a_word_are_as_large_as_derived(d_in, word):
    torch.manual_seed(0)
    x = word(d_in)
    x = x / x.square().mean().sqrt()
    for draw, expected in ((linear, 3**-0.5), (torch.randn, d_in**0.5)):
        w = draw(d_in, 2000)
        for y in (x, 3 * x):
            variance = w.var() * sum(y_m**2 for y_m in y)
            assert (y @ w).var().item() == pytest.approx(variance.item(), rel=0.15)
        queries = x @ w
        assert queries.mean().abs() < 0.1 * expected
        assert queries.std().item() == pytest.approx(expected, rel=0.1)
    queries = x @ torch.rand(d_in, 2000)
    expected = x.sum().item() / 2
    assert queries.mean().item() == pytest.approx(expected, abs=0.1 * d_in**0.5)


@given(SEEDS, st.integers(2, 50), st.floats(0, 30))
def test_the_gradient_of_a_softmax_is_bounded_by_what_the_largest_weight_leaves(
    seed, num_keys, gap
):
    torch.manual_seed(seed)
    scores = torch.randn(num_keys, dtype=torch.float64)
    scores[0] = scores.max() + gap
    weights = scores.softmax(dim=0)
    jacobian = torch.autograd.functional.jacobian(lambda s: s.softmax(dim=0), scores)
    left = weights[1:].sum()  # 1 minus the largest, without losing its digits
    assert jacobian.norm() <= 2 * left + 1e-14


@pytest.mark.parametrize("momentum", [0.0, 0.9])
def test_plain_sgd_leaves_saturated_queries_and_keys_as_drawn(momentum):
    torch.manual_seed(123)
    x = torch.rand(4, 512)
    drawn = torch.rand(3, 512, 64)
    matrices = [matrix.clone().requires_grad_() for matrix in drawn]
    optimizer = torch.optim.SGD(matrices, lr=0.5, momentum=momentum)
    contexts, _ = scaled_dot_product_attention(*(x @ matrix for matrix in matrices))
    contexts.sum().backward()
    optimizer.step()
    stayed = [torch.equal(*pair) for pair in zip(matrices, drawn, strict=True)]
    assert stayed == [True, True, False]


@given(SEEDS, st.floats(0.01, 100), WIDTHS)
def test_queries_grow_with_the_bound(seed, factor, d_in):
    torch.manual_seed(seed)
    words, weight = torch.randn(5, d_in).double(), linear(d_in, 4).double()
    torch.testing.assert_close(words @ (factor * weight), factor * (words @ weight))


def test_the_first_recipe_is_v1_and_the_last_v2():
    recipes = (
        (SelfAttentionV1, lambda: torch.rand(3, 2)),
        (SelfAttentionV2, lambda: linear(3, 2)),
    )
    for make, draw in recipes:
        torch.manual_seed(123)
        query, key, value = (inputs @ draw() for _ in range(3))
        torch.manual_seed(123)
        expected, _ = scaled_dot_product_attention(query, key, value)
        torch.testing.assert_close(make(3, 2)(inputs), expected)
