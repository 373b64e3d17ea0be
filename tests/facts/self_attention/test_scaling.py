"""What is behind the general sentences of docs/self-attention/scaling.md."""

import pytest
import torch

from attention import attention_scores, softmax_jacobian
from tests.facts.says import says

# Three distributions with mean 0 and variance 1.
DRAWS = (
    torch.randn,
    lambda *shape: (torch.rand(*shape) * 2 - 1) * 3**0.5,
    lambda *shape: torch.randint(0, 2, shape) * 2.0 - 1,
)


def test_scores_of_independent_features_spread_with_the_root():
    says(
        "self-attention/scaling",
        r"Divided by \(\sqrt d\), the scores of such vectors have a standard deviation of 1 at every width.",
        r"\[ \operatorname{Var}(\query{q} \cdot \key{k}) = \sum_{m=1}^{d} \operatorname{Var}(\query{q_m} \key{k_m}) = d \]",
        r"So the standard deviation of a score is \(\sqrt d\).",
    )
    torch.manual_seed(0)
    for draw in DRAWS:
        for d in (2, 64, 500):
            products = draw(4000, d) * draw(4000, d)
            assert abs(products.mean()) < 0.1
            variance = sum(products[:, m].var() for m in range(d))
            assert variance == pytest.approx(d, rel=0.12)
            scores = products.sum(dim=-1)
            assert scores.var() == pytest.approx(d, rel=0.12)
            assert (scores / d**0.5).std() == pytest.approx(1, rel=0.06)


def test_the_scaled_gap_of_positive_words_grows_where_each_is_its_own_key_alone():
    says(
        "self-attention/scaling",
        r"When words drawn from `rand` are their own queries and keys, this gap grows roughly in proportion to \(d\), so dividing by \(\sqrt d\) only delays saturation.",
        "If queries and keys are drawn from `rand` independently, the scaled gap does not grow with the width.",
    )
    torch.manual_seed(0)
    own, others = [], []
    for width in (64, 512, 4096):
        keys, queries = torch.rand(2, 100, 4, width) / width**0.25
        for asking, gaps in ((keys, own), (queries, others)):
            top = attention_scores(asking, keys).topk(2).values
            gaps.append((top[..., 0] - top[..., 1]).mean())
    assert own[0] < own[1] / 2 < own[2] / 4
    assert max(others) < 1.5 * min(others)


def test_the_root_leaves_a_mixture_and_a_gradient_and_the_width_even_weights():
    says(
        "self-attention/scaling",
        "Once they are divided by it, softmax still mixes, and its gradient does not vanish as the width grows.",
        r"Dividing by \(d\) would be too much: the wider the vectors, the more even the weights would be.",
    )
    torch.manual_seed(0)
    norms, even = [], []
    for width in (16, 64, 1024):
        queries, keys = torch.randn(200, 1, width), torch.randn(200, 6, width)
        scores = attention_scores(queries, keys)
        scaled = scores[:, 0] / width**0.5
        norms.append(softmax_jacobian(scaled).norm(dim=(-2, -1)).median())
        even.append((scores / width).softmax(-1).amax(-1).mean() * 6)
    assert max(norms) / min(norms) < 1.3
    assert even[0] > even[1] > even[2]
    assert 1 < even[2] < 1.15  # at 1024 features, divided by 1024
