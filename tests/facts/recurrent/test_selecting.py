"""What docs/recurrent/selecting.md says in general."""

import torch

from attention import index_scores
from tests.attention.expect import assert_close, random
from tests.facts.says import says


def test_a_score_is_the_weighted_sum_of_matches_above_zero():
    says(
        "recurrent/selecting",
        r"\[ I_{ts} = \sum_{j} w_{tj}\, \mathrm{ReLU}(\query{q_{tj}} \cdot \key{k_s}) \]",
    )
    q, k, w = random(2, 5, 7), random(11, 7, seed=1), random(5, 2, seed=2)
    found = index_scores(q, k, w)
    for t in range(5):
        for s in range(11):
            I_ts = sum(w[t, j] * torch.relu(q[j, t] @ k[s]) for j in range(2))
            assert_close(found[t, s], I_ts)
