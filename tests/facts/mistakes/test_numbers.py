"""What is behind the general sentences of docs/mistakes/numbers.md."""

import torch
from torch.testing import assert_close

from tests.facts.draw import draw
from tests.facts.says import says


def test_a_divisor_moves_no_largest_weight_and_no_row_sum() -> None:
    says(
        "mistakes/numbers",
        "Every divisor is positive, so each row of weights still sums to one, and its largest weight stays in its place.",
    )
    for seed in range(20):
        scores = draw(seed, 7, 7)
        right = (scores / 6**0.5).softmax(dim=-1)
        for divisor in (0.4, 2.0, 6.0, 7**0.5):
            weights = (scores / divisor).softmax(dim=-1)
            assert_close(weights.sum(dim=-1), torch.ones(7).double())
            assert torch.equal(weights.argmax(dim=-1), right.argmax(dim=-1))


def test_log_softmax_gives_negative_logarithms_of_the_weights() -> None:
    says(
        "mistakes/numbers",
        "`log_softmax` belongs to a loss: it gives the logarithms of the weights, and these are negative.",
        "`exp` is the first half of a softmax, without the division by the sum.",
    )
    scores = draw(0, 50, 7)
    logs, exponentials = scores.log_softmax(dim=-1), scores.exp()
    assert_close(logs, scores.softmax(dim=-1).log())
    assert (logs < 0).all()
    sums = exponentials.sum(dim=-1, keepdim=True)
    assert_close(exponentials / sums, scores.softmax(dim=-1))
