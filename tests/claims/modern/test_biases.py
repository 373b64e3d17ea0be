"""What is behind the general sentences of docs/modern/biases.md."""

import pytest
import torch
import torch.nn.functional as F

from attention import (
    alibi_attention,
    alibi_bias,
    alibi_slopes,
    causal_mask,
    scaled_dot_product_attention,
    to_additive,
    window_mask,
)


def seeded(seed: int, *shape: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


@pytest.mark.parametrize("slope", [0.0, 0.1, 0.5, 2.0])
def test_the_penalty_is_a_factor_and_scores_can_win(slope: float) -> None:
    m = torch.tensor([slope], dtype=torch.float64)
    q, k, v = seeded(0, 3, 1, 9, 4)
    _, weights = alibi_attention(q, k, v, m, causal_mask(9))
    for i in range(9):
        scores = torch.stack([q[0, i] @ k[0, j] / 4**0.5 for j in range(i + 1)])
        back = torch.tensor([i - j for j in range(i + 1)])
        row = weights[0, i, : i + 1]
        torch.testing.assert_close(row, torch.softmax(scores - m * back, dim=-1))
        shares = scores.exp() * (-m * back).exp()
        torch.testing.assert_close(row, shares / shares.sum())
    for place in range(8):
        k[0], k[0, place] = 0.0, 2 * (slope * (8 - place) + 3)
        _, weights = alibi_attention(torch.ones(1, 1, 4).double() / 4, k, v, m)
        assert weights[0, 0, place] > 0.5


def test_formula_and_code() -> None:
    for n in range(1, 130):
        paper = torch.tensor([2 ** (-8 * h / n) for h in range(1, n + 1)])
        code = alibi_slopes(n)
        power = n & (n - 1) == 0
        assert torch.allclose(paper, code) == power
        assert len(set(code.tolist())) == n
        below = 2 ** (n.bit_length() - 1)
        theirs = [*alibi_slopes(below), *alibi_slopes(2 * below)[::2]][:n]
        assert power or code.tolist() == [slope.item() for slope in theirs]
        if n == 12:
            assert ((paper - code).abs() > 1e-3).all()
            assert not torch.equal(code, code.sort(descending=True).values)
    assert alibi_slopes(8).tolist() == [2**-h for h in range(1, 9)]


def test_a_row_may_be_shifted() -> None:
    for seed in range(5):
        scores, slopes = seeded(seed, 3, 7, 7), seeded(seed + 9, 3).abs()
        scores = scores.masked_fill(~causal_mask(7), -torch.inf)
        expected = torch.softmax(scores + alibi_bias(slopes, 7), dim=-1)
        ramp = slopes[:, None, None] * torch.arange(7)
        torch.testing.assert_close(torch.softmax(scores + ramp, dim=-1), expected)
        shift = seeded(seed + 20, 3, 7, 1)
        torch.testing.assert_close(
            torch.softmax(scores + ramp + shift, dim=-1), expected
        )
    doubled = torch.tensor([2.0 ** (-8 * h / 8) for h in range(8)])
    assert torch.equal(doubled, 2 * alibi_slopes(8))


@pytest.mark.parametrize("seed", range(3))
def test_a_ramp_is_rounded_where_the_penalty_is_small(seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    scores = torch.randn(8, 4096, generator=generator).bfloat16()
    slopes, keys = alibi_slopes(8).bfloat16()[:, None], torch.arange(4096)
    exact = torch.softmax(scores.double() - slopes.double() * (4095 - keys), dim=-1)
    by_distance = torch.softmax(scores - slopes * (4095 - keys), dim=-1)
    ramp = slopes * keys
    by_ramp = torch.softmax(scores + ramp, dim=-1)
    assert (by_distance - exact).abs().max() < 0.005
    assert (by_ramp - exact).abs().max() > 0.3
    # The cause taken away: the same sums, rounded to bfloat16 in the first three
    # quarters alone, or in the last one alone, next to the query.
    wide = scores.double() + slopes.double() * keys
    for rounded, wrong in ((keys < 3072, False), (keys >= 3072, True)):
        sums = torch.where(rounded, (scores + ramp).double(), wide)
        error = (torch.softmax(sums, dim=-1) - exact).abs().max()
        assert error > 0.3 if wrong else error < 0.005
    if seed == 0:
        assert (by_distance - exact).abs().max() < 0.001
        assert (by_ramp - exact).abs().max() > 0.5


def test_a_slope_makes_order_matter() -> None:
    for seed in range(5):
        q, k, v = seeded(seed, 3, 1, 6, 4)
        order = torch.tensor([1, 0, 2, 3, 4, 5])
        for slope in (0.0, 1 / 256, 0.5):
            slopes = torch.tensor([slope], dtype=torch.float64)
            one, _ = alibi_attention(q, k, v, slopes, causal_mask(6))
            other, _ = alibi_attention(
                q, k[:, order], v[:, order], slopes, causal_mask(6)
            )
            same = torch.allclose(one[0, -1], other[0, -1], rtol=0, atol=1e-9)
            assert same == (slope == 0)
        near = window_mask(6, window=5)  # now the keys are not the same after swapping
        one, _ = scaled_dot_product_attention(q, k, v, near)
        other, _ = scaled_dot_product_attention(q, k[:, order], v[:, order], near)
        assert not torch.allclose(one[0, -1], other[0, -1])


def test_sdpa_and_decoding() -> None:
    q, k, v = seeded(0, 3, 5, 7, 4)
    slopes, mask = alibi_slopes(5).double(), causal_mask(7)
    whole, _ = alibi_attention(q, k, v, slopes, mask)
    bias = alibi_bias(slopes, 7) + to_additive(mask, torch.float64)
    theirs = F.scaled_dot_product_attention(q[None], k[None], v[None], attn_mask=bias)
    torch.testing.assert_close(theirs[0], whole)
    for i in range(7):
        now = slice(i, i + 1)
        last, _ = alibi_attention(q[:, now], k[:, : i + 1], v[:, : i + 1], slopes)
        torch.testing.assert_close(last, whole[:, now])


def test_a_slope_of_zero_is_plain_attention() -> None:
    q, k, v = seeded(1, 3, 2, 6, 4)
    found, _ = alibi_attention(q, k, v, torch.zeros(2).double(), causal_mask(6))
    expected, _ = scaled_dot_product_attention(q, k, v, causal_mask(6))
    torch.testing.assert_close(found, expected)
    assert not alibi_slopes(2).requires_grad
