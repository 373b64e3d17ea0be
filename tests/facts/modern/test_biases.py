"""What is behind the general sentences of docs/modern/biases.md."""

import torch
from torch.testing import assert_close

from attention import alibi_bias, alibi_slopes, causal_mask, core_attention
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_penalty_is_a_factor_and_scores_can_win() -> None:
    says(
        "modern/biases",
        r"\[ \weight{\alpha_{ij}} = \operatorname{softmax}_j \left( \frac{\query{q_i} \cdot \key{k_j}}{\sqrt{d_k}} - m\,(i - j) \right) \]",
        r"In the softmax the score is an exponent, so the penalty multiplies the exponential of the score by \(e^{-m\,(i-j)}\).",
        "You can think of such a slope as a window without an edge, because a word far back can still get most of the attention if its score is large enough.",
    )
    for m in (0.0, 0.1, 2.0):
        slopes, (q, k, v) = torch.tensor([m]).double(), draw(0, 3, 1, 9, 4)
        _, weights = core_attention(q, k, v, causal_mask(9), bias=alibi_bias(slopes, 9))
        for i in range(9):
            back = i - torch.arange(i + 1)
            scores = k[0, : i + 1] @ q[0, i] / 4**0.5
            row = weights[0, i, : i + 1]
            assert_close(row, torch.softmax(scores - m * back, dim=-1))
            shares = scores.exp() * (-slopes * back).exp()
            assert_close(row, shares / shares.sum())
        k[0], k[0, 0] = 0.0, 2 * (m * 8 + 3)  # however far back, a large score wins
        query = torch.ones(1, 1, 4).double() / 4
        bias = alibi_bias(slopes, 1, 9)
        assert core_attention(query, k, v, bias=bias)[1][0, 0, 0] > 0.5


def test_slopes_are_powers_of_two_and_for_other_numbers_of_heads_not_the_papers():
    says(
        "modern/biases",
        r"For \(n\) heads the paper gives a formula (section 3): the slopes are \(2^{-8h/n}\) for \(h = 1, \dots, n\).",
        r"If \(n\) is not a power of two, the authors' code computes different ones.",
    )
    for n in (1, 4, 8, 12, 20):
        paper = torch.tensor([2.0 ** (-8 * h / n) for h in range(1, n + 1)])
        assert torch.allclose(alibi_slopes(n), paper) == (n in (1, 4, 8))
