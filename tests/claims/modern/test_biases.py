"""What is behind the general sentences of docs/modern/biases.md."""

import torch
from torch.testing import assert_close

from attention import (
    alibi_attention,
    alibi_bias,
    alibi_slopes,
    causal_mask,
    scaled_dot_product_attention,
    window_mask,
)
from tests.claims.draw import draw


def test_the_penalty_is_a_factor_and_scores_can_win() -> None:
    for m in (0.0, 0.1, 2.0):
        slopes, (q, k, v) = torch.tensor([m]).double(), draw(0, 3, 1, 9, 4)
        _, weights = alibi_attention(q, k, v, slopes, causal_mask(9))
        for i in range(9):
            back = i - torch.arange(i + 1)
            scores = k[0, : i + 1] @ q[0, i] / 4**0.5
            row = weights[0, i, : i + 1]
            assert_close(row, torch.softmax(scores - slopes * back, dim=-1))
            shares = scores.exp() * (-slopes * back).exp()
            assert_close(row, shares / shares.sum())
        for place in range(8):  # however far back, a large score wins
            k[0], k[0, place] = 0.0, 2 * (m * (8 - place) + 3)
            query = torch.ones(1, 1, 4).double() / 4
            assert alibi_attention(query, k, v, slopes)[1][0, 0, place] > 0.5


def test_a_row_may_be_shifted() -> None:
    scores, slopes = draw(0, 3, 7, 7), draw(1, 3).abs()
    scores = scores.masked_fill(~causal_mask(7), -torch.inf)
    expected = torch.softmax(scores + alibi_bias(slopes, 7), dim=-1)
    ramp = slopes[:, None, None] * torch.arange(7)
    for shift in (torch.zeros(()), draw(2, 3, 7, 1)):
        assert_close(torch.softmax(scores + ramp + shift, dim=-1), expected)


def test_a_ramp_is_rounded_where_the_penalty_is_small() -> None:
    generator = torch.Generator().manual_seed(0)
    scores = torch.randn(8, 4096, generator=generator).bfloat16()
    slopes, keys = alibi_slopes(8).bfloat16()[:, None], torch.arange(4096)
    exact = torch.softmax(scores.double() - slopes.double() * (4095 - keys), dim=-1)

    def error(sums: torch.Tensor) -> float:
        return (torch.softmax(sums, dim=-1) - exact).abs().max().item()

    rounded, wide = scores + slopes * keys, scores.double() + slopes.double() * keys
    assert error(scores - slopes * (4095 - keys)) < 0.001
    assert error(rounded) > 0.5
    # The cause taken away: rounded in the first three quarters alone, or in the last
    # one alone, next to the query.
    assert error(torch.where(keys < 3072, rounded.double(), wide)) < 0.005
    assert error(torch.where(keys < 3072, wide, rounded.double())) > 0.3


def test_a_slope_makes_order_matter() -> None:
    (q, k, v), order = draw(0, 3, 1, 6, 4), torch.tensor([1, 0, 2, 3, 4, 5])
    for slope in (0.0, 1 / 256, 0.5):
        slopes = torch.tensor([slope]).double()
        one, _ = alibi_attention(q, k, v, slopes, causal_mask(6))
        other, _ = alibi_attention(q, k[:, order], v[:, order], slopes, causal_mask(6))
        assert torch.allclose(one[0, -1], other[0, -1]) == (slope == 0)
    near = window_mask(6, window=5)  # now the keys are not the same after swapping
    one, _ = scaled_dot_product_attention(q, k, v, near)
    other, _ = scaled_dot_product_attention(q, k[:, order], v[:, order], near)
    assert not torch.allclose(one[0, -1], other[0, -1])
