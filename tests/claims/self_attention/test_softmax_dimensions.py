"""What is behind the general sentences of docs/self-attention/softmax-dimensions.md."""

import pytest
import torch
from torch import Tensor

from attention import (
    attention_weights,
    context_vectors,
    naive_softmax,
    softmax_jacobian,
    stable_softmax,
)


def scores(*shape: int, seed: int = 0, spread: float = 3.0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return spread * torch.randn(*shape, generator=generator, dtype=torch.float64)


@pytest.mark.parametrize("shape", [(5,), (1, 4), (2, 3), (4, 1, 3), (2, 3, 4, 5)])
def test_sums_lose_the_dimension_and_softmax_keeps_it(shape: tuple[int, ...]):
    for dim in range(len(shape)):
        left = shape[:dim] + shape[dim + 1 :]
        assert scores(*shape).sum(dim=dim).shape == left
        for softmax in (torch.softmax, naive_softmax, stable_softmax):
            weights = softmax(scores(*shape), dim)
            assert weights.shape == shape
            sums = weights.sum(dim=dim)
            torch.testing.assert_close(sums, torch.ones(left, dtype=torch.float64))


def test_without_keepdim_each_column_is_divided_by_the_sum_of_a_row():
    for n in (2, 3, 6, 11):
        exponentials = torch.exp(scores(n, n, seed=n))
        wrong = exponentials / exponentials.sum(dim=-1)
        for j in range(n):
            expected = exponentials[:, j] / exponentials[j].sum()
            torch.testing.assert_close(wrong[:, j], expected)


def test_the_wrong_dim_is_the_right_one_transposed():
    for seed in range(20):
        any_scores = scores(3, 7, seed=seed)
        for softmax in (torch.softmax, naive_softmax, stable_softmax):
            torch.testing.assert_close(
                softmax(any_scores, 0), softmax(any_scores.T, -1).T
            )
        words = scores(6, 4, seed=seed, spread=1.0)
        right = torch.softmax(words @ words.T, -1)
        wrong = torch.softmax(words @ words.T, 0)
        torch.testing.assert_close(wrong, right.T)
        torch.testing.assert_close(wrong.diagonal(), right.diagonal())
        torch.testing.assert_close(wrong.aminmax(), right.aminmax())
        torch.testing.assert_close(wrong.sum(), right.sum())


def test_one_query_or_regular_scores_hide_more():
    for seed in range(20):
        values = scores(9, 3, seed=seed)
        wrong = torch.softmax(scores(1, 9, seed=seed), dim=0)
        torch.testing.assert_close(wrong @ values, values.sum(dim=0, keepdim=True))
    one_hot = torch.eye(6)[torch.randperm(6)]
    for regular in (torch.full((6, 6), 0.7), one_hot @ one_hot.T, one_hot @ one_hot):
        torch.testing.assert_close(torch.softmax(regular, 0).sum(-1), torch.ones(6))
    for size in (2, 6, 30):
        drawn = torch.softmax(scores(size, size, seed=size), 0).sum(-1)
        assert not torch.allclose(drawn, torch.ones_like(drawn), atol=1e-2)


def test_what_each_softmax_cannot_do():
    below = torch.full((3,), 88.0)
    assert torch.exp(below).isfinite().all()
    assert (naive_softmax(below, 0) == 0).all()
    torch.testing.assert_close(stable_softmax(below, 0), torch.full((3,), 1 / 3))
    infinite = torch.tensor([0.0, torch.inf])
    for softmax in (torch.softmax, naive_softmax, stable_softmax):
        assert softmax(infinite, 0).isnan().any()


def test_no_slope_exceeds_what_the_largest_weight_leaves():
    for spread in (0.1, 1.0, 5.0, 30.0):
        for size in (2, 3, 10, 100):
            row = scores(size, seed=size, spread=spread)
            weights = torch.softmax(row, dim=-1)
            slopes = softmax_jacobian(row)
            assert slopes.abs().max() <= 1 - weights.max() + 1e-12
            assert (slopes.diagonal() > 0).all()
            assert (slopes - slopes.diagonal().diag() <= 0).all()
            zeros = torch.zeros(size, dtype=torch.float64)
            torch.testing.assert_close(slopes.sum(dim=0), zeros)
            torch.testing.assert_close(slopes.sum(dim=1), zeros)
            delta = torch.eye(size, dtype=torch.float64)
            for d_k, jacobian in ((1, slopes), (64, softmax_jacobian(row / 8) / 8)):
                alpha = torch.softmax(row / d_k**0.5, dim=-1)
                formula = alpha[:, None] * (delta - alpha) / d_k**0.5
                by_autograd = torch.autograd.functional.jacobian(
                    lambda s, d_k=d_k: torch.softmax(s / d_k**0.5, dim=-1), row
                )
                torch.testing.assert_close(jacobian, by_autograd)
                torch.testing.assert_close(formula, by_autograd)


def test_saturated_weights_stop_scores_and_not_values():
    for seed in range(10):
        given = scores(4, 6, seed=seed)
        given[:, seed % 6] += 60
        given.requires_grad_()
        values = scores(6, 3, seed=seed).requires_grad_()
        context_vectors(attention_weights(given), values).square().sum().backward()
        assert given.grad.abs().max() < 1e-6
        assert values.grad.abs().max() > 1e-2
