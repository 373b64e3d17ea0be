"""What is behind the general sentences of docs/causal/dropout.md."""

import math
from itertools import product

import pytest
import torch
from torch import nn

from attention import apply_dropout, causal_mask, dropout_mask

RATES = [0.0, 0.1, 0.3, 0.5, 0.9]


@pytest.mark.parametrize("p", RATES)
def test_each_weight_is_zero_or_scaled_and_keeps_its_mean(p: float) -> None:
    torch.manual_seed(0)
    weights = torch.softmax(torch.randn(5, 5, dtype=torch.float64), dim=-1)
    many = apply_dropout(weights.expand(20_000, 5, 5), p)
    zero = many == 0
    torch.testing.assert_close(
        torch.where(zero, 0.0, many), torch.where(zero, 0.0, weights / (1 - p))
    )
    # The mean of n draws has a standard deviation of weight * sqrt(p / (1 - p) / n).
    deviation = weights * math.sqrt(p / (1 - p) / 20_000)
    assert ((many.mean(dim=0) - weights).abs() <= 5 * deviation + 1e-12).all()
    torch.testing.assert_close((1 - p) * (weights / (1 - p)) + p * 0, weights)
    share = zero.double().mean(dim=0)
    assert (share - p).abs().max() <= 5 * math.sqrt(p * (1 - p) / 20_000)


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_a_row_is_emptied_with_the_kth_power(p: float, k: int) -> None:
    empty = [
        math.prod(p if dropped else 1 - p for dropped in row)
        for row in product([True, False], repeat=k)
        if all(row)
    ]
    assert sum(empty) == pytest.approx(p**k)  # counted over all 2^k rows
    torch.manual_seed(k)
    share = (~dropout_mask((20_000, k), p)).all(dim=-1).double().mean()
    assert abs(share - p**k) <= 5 * math.sqrt(p**k * (1 - p**k) / 20_000)


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_without_the_scale_contexts_shrink_on_average(p: float) -> None:
    torch.manual_seed(1)
    weights = torch.softmax(torch.randn(5, 5, dtype=torch.float64), dim=-1)
    values = torch.randn(5, 3, dtype=torch.float64)
    kept = dropout_mask((50_000, 5, 5), p)
    mean = ((kept * weights) @ values).mean(dim=0)
    # Of n draws, the deviation is at most |weights| |values| sqrt(p (1 - p) / n).
    bound = 5 * weights.norm() * values.norm() * math.sqrt(p * (1 - p) / 50_000)
    assert (mean - (1 - p) * (weights @ values)).abs().max() <= bound
    assert (mean - weights @ values).abs().max() > bound


def test_rows_that_lost_their_weights() -> None:
    for seed in range(20):
        torch.manual_seed(seed)
        scores = torch.randn(6, 6).masked_fill(~causal_mask(6), -torch.inf)
        weights, values = torch.softmax(scores, dim=-1), torch.randn(6, 3)
        kept = dropout_mask((200, 6, 6), 0.5)
        dropped = kept * weights
        assert (dropped[:, ~causal_mask(6)] == 0).all()
        number = (kept & causal_mask(6)).sum(dim=-1)
        renormalised = dropped / dropped.sum(dim=-1, keepdim=True)
        alone = renormalised[number == 1].amax(dim=-1)
        assert torch.equal(alone, torch.ones_like(alone))
        assert renormalised[number == 0].isnan().all()
        assert ((dropped @ values)[number == 0] == 0).all()


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("size", [1, 15, 16, 36, 1000])
def test_dropout_of_torch_keeps_float64_draws_below_the_share_kept(
    p: float, size: int
) -> None:
    for seed in range(5):
        torch.manual_seed(seed)
        theirs = nn.Dropout(p)(torch.ones(size)) != 0
        torch.manual_seed(seed)
        if p:
            ours = torch.rand(size, dtype=torch.float64) < 1 - p
        else:
            ours = torch.ones(size, dtype=torch.bool)
        assert torch.equal(theirs, ours)


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_modes(p: float) -> None:
    model = nn.Sequential(nn.Sequential(nn.Dropout(p)))
    for seed in range(10):
        torch.manual_seed(seed)
        x = torch.rand(1000) + 1.0
        model.train()
        assert not torch.equal(model(x), model(x))
        model.eval()
        assert torch.equal(model(x), x)
    hidden = nn.Module()
    hidden.parts = [nn.Dropout(p)]  # in a plain list, so no submodule
    assert hidden.eval().parts[0].training
