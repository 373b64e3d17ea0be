"""What is behind the general sentences of docs/self-attention/softmax-dimensions.md."""

import torch

from attention import naive_softmax, stable_softmax
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
