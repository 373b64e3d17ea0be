"""What is behind the general sentences of docs/modern/one-pass.md."""

import itertools
import math

import pytest
import torch
from torch.testing import assert_close

from attention import (
    merge_parts,
    online_softmax,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from tests.claims.draw import draw


def test_a_new_score_scales_all_weights_by_one_factor_below_one() -> None:
    for seed in range(5):
        scores = draw(seed, 7) * 5
        before, after = online_softmax(scores[:-1], 0), online_softmax(scores, 0)
        factors = after[:-1] / before
        assert_close(factors, factors[:1].expand(6))
        assert (factors < 1).all()
        scores[0] += 1  # and all scores of the row matter to each weight
        assert (online_softmax(scores, 0) != after).all()


def test_formulas_of_one_pass() -> None:
    scores = draw(0, 9) * 3
    m, t = scores[0].item(), 1.0
    for n, omega in enumerate(scores[1:].tolist(), start=2):
        before = m
        m = max(before, omega)
        t = t * math.exp(before - m) + math.exp(omega - m)
        seen = scores[:n].tolist()
        L = math.log(sum(math.exp(omega_k) for omega_k in seen))
        assert math.isclose(L, m + math.log(t))
        weights = [math.exp(omega_j - L) for omega_j in seen]
        expected = torch.tensor(weights, dtype=torch.float64)
        assert_close(online_softmax(scores[:n], 0), expected)


def test_no_exponent_is_above_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    given, exp = [], torch.exp
    monkeypatch.setattr(torch, "exp", lambda x: given.append(x.max()) or exp(x))
    for scale in (1.0, 1e3, 3e38):
        for order in itertools.permutations([-1.0, 1.0, 0.5, -0.25]):
            row = torch.tensor(order) * scale
            assert_close(online_softmax(row, 0), row.softmax(0))
    assert max(given) == 0


def test_parts_in_any_order() -> None:
    Q, K, V = draw(0, 5, 8), draw(1, 11, 8), draw(2, 11, 3)
    scores = scaled_attention_scores(Q, K)
    contexts, weights = scaled_dot_product_attention(Q, K, V)
    parts = [
        (s.softmax(-1) @ v, s.logsumexp(-1))
        for s, v in zip(scores.split([1, 3, 7], -1), V.split([1, 3, 7]), strict=True)
    ]
    for (z_1, L_1), (z_2, L_2), third in itertools.permutations(parts):
        L = torch.log(L_1.exp() + L_2.exp())
        z = torch.exp(L_1 - L)[:, None] * z_1 + torch.exp(L_2 - L)[:, None] * z_2
        merged = merge_parts(z_1, L_1, z_2, L_2)
        assert_close(merged, (z, L))
        assert_close(torch.logaddexp(L_1, L_2), L)
        assert_close(merge_parts(*merged, *third), (contexts, scores.logsumexp(-1)))
    total = torch.exp(parts[0][1] - scores.logsumexp(-1))
    assert_close(total, weights[:, 0])  # of the first part, one key
    assert torch.logaddexp(*torch.tensor([1e4, 1e4])).isfinite()


def test_a_log_sum_exp_of_large_scores_loses_the_total() -> None:
    scores = torch.tensor([1e7, 1e7])
    assert scores.logsumexp(0) == 1e7 + 1
    weights = torch.exp(scores - scores.logsumexp(0))
    assert_close(weights, torch.full((2,), -1.0).exp())
    assert (online_softmax(scores, 0) == 0.5).all()  # maximum and total do not
    double = scores.double()
    exact = torch.exp(double - double.logsumexp(0))
    assert_close(exact, torch.full((2,), 0.5).double(), rtol=1e-8, atol=0)


def test_the_mean_of_two_parts_is_right_where_both_have_half_the_weight() -> None:
    Q, K, V = draw(0, 4, 8), draw(1, 6, 8), draw(2, 12, 3)
    for second, half in ((K, True), (2 * K, False)):
        whole, weights = scaled_dot_product_attention(Q, torch.cat([K, second]), V)
        one, _ = scaled_dot_product_attention(Q, K, V[:6])
        other, _ = scaled_dot_product_attention(Q, second, V[6:])
        first_share = weights[:, :6].sum(-1)
        assert torch.allclose(first_share, torch.tensor(0.5).double()) == half
        assert torch.allclose((one + other) / 2, whole) == half


def test_the_other_part_is_inexact_where_it_has_no_weight() -> None:
    errors = []
    for lead in (0.0, 5.0, 10.0):
        scores, V = draw(0, 50, 6).float(), draw(1, 6, 3).float()
        scores[:, :3] += lead
        share = scores.softmax(-1)[:, :3].sum(-1, keepdim=True)
        whole, first = scores.softmax(-1) @ V, scores[:, :3].softmax(-1) @ V[:3]
        found = (whole - share * first) / (1 - share)
        errors.append((found - scores[:, 3:].softmax(-1) @ V[3:]).abs().max().item())
    assert errors[0] < errors[1] / 10 < errors[2] / 100
