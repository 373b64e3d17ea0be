"""What is behind the general sentences of docs/modern/biases.md."""

import torch
from torch.testing import assert_close

from attention import alibi_attention, alibi_slopes, causal_mask
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_penalty_is_a_factor_and_scores_can_win() -> None:
    says(
        "modern/biases",
        r"\[ \weight{\alpha_{ij}} = \operatorname{softmax}_j \left( \frac{\query{q_i} \cdot \key{k_j}}{\sqrt{d_k}} - m\,(i - j) \right) \]",
        r"In the softmax the score is an exponent, so the penalty multiplies the exponential of the score by \(e^{-m\,(i-j)}\).",
        "You can think of it as a window without an edge, because a word far back can still get most of the attention if its score is large enough.",
    )
    for m in (0.0, 0.1, 2.0):
        slopes, (q, k, v) = torch.tensor([m]).double(), draw(0, 3, 1, 9, 4)
        _, weights = alibi_attention(q, k, v, slopes, causal_mask(9))
        for i in range(9):
            back = i - torch.arange(i + 1)
            scores = k[0, : i + 1] @ q[0, i] / 4**0.5
            row = weights[0, i, : i + 1]
            assert_close(row, torch.softmax(scores - m * back, dim=-1))
            shares = scores.exp() * (-slopes * back).exp()
            assert_close(row, shares / shares.sum())
        k[0], k[0, 0] = 0.0, 2 * (m * 8 + 3)  # however far back, a large score wins
        query = torch.ones(1, 1, 4).double() / 4
        assert alibi_attention(query, k, v, slopes)[1][0, 0, 0] > 0.5


def test_a_ramp_is_rounded_where_the_penalty_is_small() -> None:
    says(
        "modern/biases",
        "In one test in that dtype, with eight heads and some four thousand random scores for each, the ramp made a weight wrong by more than a half, and the distances made none wrong by more than a thousandth.",
    )
    generator = torch.Generator().manual_seed(0)
    scores = torch.randn(8, 4096, generator=generator).bfloat16()
    slopes, keys = alibi_slopes(8).bfloat16()[:, None], torch.arange(4096)
    exact = torch.softmax(scores.double() - slopes.double() * (4095 - keys), dim=-1)

    def error(sums: torch.Tensor) -> float:
        return (torch.softmax(sums, dim=-1) - exact).abs().max().item()

    rounded, wide = scores + slopes * keys, scores.double() + slopes.double() * keys
    assert error(scores - slopes * (4095 - keys)) < 0.001
    assert error(rounded) > 0.5
    assert error(torch.where(keys < 3072, rounded.double(), wide)) < 0.005  # far
    assert error(torch.where(keys < 3072, wide, rounded.double())) > 0.3  # near
