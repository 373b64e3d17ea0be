"""What is behind the general sentences of docs/modern/one-pass.md."""

import itertools
import math

import pytest
import torch
from torch import Tensor

from attention import (
    merge_parts,
    online_softmax,
    scaled_attention_scores,
    scaled_dot_product_attention,
)


def draw(seed: int, *shape: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


@pytest.mark.parametrize("count", [2, 3, 20])
def test_a_new_score_scales_all_weights_by_one_factor_below_one(count: int) -> None:
    for seed in range(20):
        scores = draw(seed, count) * 5
        before, after = online_softmax(scores[:-1], 0), online_softmax(scores, 0)
        factors = after[:-1] / before
        torch.testing.assert_close(factors, factors[:1].expand(count - 1))
        assert (factors < 1).all()
        changed = scores.clone()
        changed[0] += 1
        assert (online_softmax(changed, 0) != after).all()


@pytest.mark.parametrize("seed", range(5))
def test_formulas_of_one_pass(seed: int) -> None:
    scores = draw(seed, 9) * 3
    m, t = scores[0].item(), 1.0
    for n, omega in enumerate(scores[1:].tolist(), start=2):
        before = m
        m = max(before, omega)
        t = t * math.exp(before - m) + math.exp(omega - m)
        seen = scores[:n].tolist()
        L = math.log(sum(math.exp(omega_k) for omega_k in seen))
        assert math.isclose(L, m + math.log(t))
        weights = [math.exp(omega_j - L) for omega_j in seen]
        torch.testing.assert_close(
            online_softmax(scores[:n], 0), torch.tensor(weights, dtype=torch.float64)
        )


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e30, 3e38])
def test_no_exponent_is_above_zero(
    scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    largest: list[float] = []
    exp = torch.exp
    monkeypatch.setattr(
        torch, "exp", lambda x: largest.append(x.max().item()) or exp(x)
    )
    scores = torch.tensor([-1.0, 1.0, 0.5, -0.25]) * scale
    for order in itertools.permutations(range(4)):
        row = scores[list(order)]
        found = online_softmax(row, 0)
        torch.testing.assert_close(found, row.softmax(0))
    assert max(largest) == 0


@pytest.mark.parametrize("sizes", [(1, 1), (3, 4), (1, 2, 5), (4, 4, 1, 7)])
def test_parts_in_any_order(sizes: tuple[int, ...]) -> None:
    for seed in range(3):
        Q, K, V = (
            draw(seed, 5, 8),
            draw(seed + 9, sum(sizes), 8),
            draw(1, sum(sizes), 3),
        )
        scores = scaled_attention_scores(Q, K * 3)
        contexts, weights = scaled_dot_product_attention(Q, K * 3, V)
        L = scores.logsumexp(-1)
        torch.testing.assert_close(torch.exp(scores - L[:, None]), weights)
        parts = [
            (s.softmax(-1) @ v, s.logsumexp(-1))
            for s, v in zip(scores.split(sizes, -1), V.split(sizes), strict=True)
        ]
        for order in itertools.permutations(parts):
            merged, sums = order[0]
            for z_2, L_2 in order[1:]:
                z_1, L_1 = merged, sums
                merged, sums = merge_parts(z_1, L_1, z_2, L_2)
                both = torch.log(L_1.exp() + L_2.exp())
                shares = [torch.exp(part - both)[:, None] for part in (L_1, L_2)]
                torch.testing.assert_close(sums, both)
                torch.testing.assert_close(merged, shares[0] * z_1 + shares[1] * z_2)
            torch.testing.assert_close(merged, contexts)
            torch.testing.assert_close(sums, L)
        first, L_1 = parts[0]
        share = torch.exp(L_1 - L)
        torch.testing.assert_close(share, weights[:, : sizes[0]].sum(-1))
        rest = scores[:, sizes[0] :]
        torch.testing.assert_close(
            (contexts - share[:, None] * first) / (1 - share)[:, None],
            rest.softmax(-1) @ V[sizes[0] :],
        )
        torch.testing.assert_close(L + torch.log1p(-share), rest.logsumexp(-1))
        torch.testing.assert_close(torch.logaddexp(L_1, rest.logsumexp(-1)), L)
    large = torch.tensor([1e4, 1e4])
    assert torch.logaddexp(*large).isfinite()


def test_a_log_sum_exp_of_large_scores_loses_the_total() -> None:
    scores = torch.tensor([1e7, 1e7])
    log_sum = scores.logsumexp(0)
    assert log_sum == 1e7 + 1
    torch.testing.assert_close(
        torch.exp(scores - log_sum), torch.full((2,), -1.0).exp()
    )
    assert (scores.softmax(0) == 0.5).all()
    assert (online_softmax(scores, 0) == 0.5).all()  # maximum and total do not
    double = scores.double()
    torch.testing.assert_close(
        torch.exp(double - double.logsumexp(0)), double.softmax(0), rtol=1e-8, atol=0
    )


def test_the_mean_of_two_parts_is_right_where_both_have_half_the_weight() -> None:
    for seed in range(5):
        Q, K, V = draw(seed, 4, 8), draw(seed + 9, 6, 8), draw(1, 12, 3)

        def mean_and_whole(
            keys: Tensor, Q: Tensor = Q, V: Tensor = V
        ) -> tuple[Tensor, Tensor]:
            halves = zip(keys.split(6), V.split(6), strict=True)
            parts = [scaled_dot_product_attention(Q, *half)[0] for half in halves]
            whole, _ = scaled_dot_product_attention(Q, keys, V)
            return torch.stack(parts).mean(dim=0), whole

        torch.testing.assert_close(*mean_and_whole(torch.cat([K, K])))
        mean, whole = mean_and_whole(torch.cat([K, 2 * K]))
        assert not torch.allclose(mean, whole)


def test_the_other_part_is_inexact_where_it_has_no_weight() -> None:
    errors = []
    for lead in (0.0, 5.0, 10.0):
        scores, V = draw(0, 50, 6).float(), draw(1, 6, 3).float()
        scores[:, :3] += lead
        share = scores.softmax(-1)[:, :3].sum(-1, keepdim=True)
        assert (share > 1 - 10 ** (-lead / 5)).all() or lead == 0
        whole, first = scores.softmax(-1) @ V, scores[:, :3].softmax(-1) @ V[:3]
        found = (whole - share * first) / (1 - share)
        errors.append((found - scores[:, 3:].softmax(-1) @ V[3:]).abs().max().item())
    assert errors[0] < errors[1] / 10 < errors[2] / 100


def test_a_running_sum_in_bfloat16_stops() -> None:
    total, one = torch.zeros((), dtype=torch.bfloat16), torch.tensor(1.0).bfloat16()
    for _ in range(2000):
        total = total + one
    assert total == 256
    above = torch.nextafter(total, torch.tensor(torch.inf, dtype=torch.bfloat16))
    assert above == 258
    assert torch.tensor(257.0).bfloat16() == 256
    for count in (300, 1000, 5000):
        found = online_softmax(torch.zeros(count, dtype=torch.bfloat16), 0)
        torch.testing.assert_close(
            found.float(), torch.full((count,), 1 / count), rtol=0.005, atol=0
        )
