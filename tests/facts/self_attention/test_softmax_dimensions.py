"""What is behind the general sentences of docs/self-attention/softmax-dimensions.md."""

import torch

from attention import (
    naive_softmax,
    softmax_jacobian,
    stable_softmax,
)
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_wrong_dim_is_the_right_one_transposed():
    says(
        "self-attention/softmax-dimensions",
        r"\[ \operatorname{softmax}_0(\score{S}) = \bigl(\operatorname{softmax}_{-1}(\score{S^\top})\bigr)^{\!\top} \]",
    )
    for softmax in (torch.softmax, naive_softmax, stable_softmax):
        S = draw(0, 3, 7)
        torch.testing.assert_close(softmax(S, 0), softmax(S.T, -1).T)


def test_rows_of_regular_scores_sum_to_one_with_the_wrong_dim_and_others_do_not():
    says(
        "self-attention/softmax-dimensions",
        "In that test, use random scores: with very regular ones, such as the scores of one-hot words, or scores that are all equal, the rows can sum to 1 with the wrong dimension, too.",
    )
    one_hot = torch.eye(6)[[3, 0, 4, 1, 5, 2]].double()
    equal = torch.full((6, 6), 0.7).double()
    regular = [equal, one_hot @ one_hot.T, one_hot @ one_hot]
    for scores in (*regular, *draw(0, 20, 6, 6)):
        sums = stable_softmax(scores, 0).sum(dim=-1)
        alike = torch.allclose(sums, torch.ones_like(sums), atol=1e-2)
        assert alike == any(scores is each for each in regular)


def test_no_slope_exceeds_what_the_largest_weight_leaves():
    says(
        "self-attention/softmax-dimensions",
        "No slope is larger in absolute value than one minus the largest weight.",
        r"\[ \frac{\partial \weight{\alpha_i}}{\partial \score{\omega_j}} = \weight{\alpha_i} (\delta_{ij} - \weight{\alpha_j}) \]",
        r"If the scores are divided by \(\sqrt{d_k}\) before softmax, the slopes with respect to \(\score{\omega_j}\) are divided by it, too.",
        r"For that weight itself the slope is \(\weight{\alpha_i} (1 - \weight{\alpha_i})\); any other weight is at most \(1 - \weight{\alpha_i}\).",
    )
    says(
        "self-attention/scaling",
        r"\[ \frac{\partial \weight{\alpha_i}}{\partial \score{\omega_j}} = \weight{\alpha_i} (\delta_{ij} - \weight{\alpha_j}) \]",
    )
    for size, spread in ((2, 0.1), (3, 1.0), (11, 5.0), (7, 30.0)):
        for d_k in (1, 64):

            def weights(omega: torch.Tensor, d_k: int = d_k) -> torch.Tensor:
                return stable_softmax(omega / d_k**0.5, dim=0)

            omega = spread * draw(size, size)
            alpha = weights(omega)
            slopes = torch.autograd.functional.jacobian(weights, omega)
            jacobian = softmax_jacobian(omega / d_k**0.5)
            for i in range(size):
                for j in range(size):
                    formula = alpha[i] * (float(i == j) - alpha[j])
                    torch.testing.assert_close(jacobian[i, j], formula)
                    torch.testing.assert_close(slopes[i, j], formula / d_k**0.5)
            assert jacobian.abs().max() <= 1 - alpha.max() + 1e-12
            assert torch.equal(jacobian > 0, torch.eye(size, dtype=torch.bool))
