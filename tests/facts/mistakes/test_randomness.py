"""What is behind the general sentences of docs/mistakes/randomness.md."""

from torch.testing import assert_close

from tests.facts.draw import draw
from tests.facts.says import says


def test_one_matrix_for_queries_and_keys_gives_symmetric_scores() -> None:
    says(
        "mistakes/randomness",
        "The scores are also symmetric if the class uses the query's matrix to make the keys, or the key's matrix to make the queries.",
    )
    for seed in range(5):
        x, W = draw(seed, 6, 3), draw(seed + 100, 3, 2)
        scores = (x @ W) @ (x @ W).T
        assert_close(scores, scores.T)
