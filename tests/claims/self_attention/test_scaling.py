"""What is behind the general sentences of docs/self-attention/scaling.md."""

import pytest
import torch

from attention import attention_scores, attention_weights, softmax_jacobian

# Three distributions with mean 0 and variance 1.
DRAWS = (
    torch.randn,
    lambda *shape: (torch.rand(*shape) * 2 - 1) * 3**0.5,
    lambda *shape: torch.randint(0, 2, shape) * 2.0 - 1,
)


def test_scores_of_independent_features_spread_with_the_root():
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


def test_at_each_width_the_root_leaves_a_mixture_and_a_gradient():
    torch.manual_seed(0)
    for draw in DRAWS:
        norms, largest, even = [], [], []
        for width in (16, 64, 1024):
            queries, keys = draw(200, 1, width), draw(200, 6, width)
            scores = attention_scores(queries, keys)[:, 0]
            scaled = scores / width**0.5
            norms.append(softmax_jacobian(scaled).norm(dim=(-2, -1)).median())
            largest.append(scaled.softmax(-1).amax(-1).mean())
            even.append((scores / width).softmax(-1).amax(-1).mean() * 6)
        assert max(norms) / min(norms) < 1.3
        assert max(largest) / min(largest) < 1.3
        assert max(largest) < 0.9
        assert even[0] > even[1] > even[2]
        assert 1 < even[2] < 1.15  # at 1024 features, divided by 1024


def test_the_root_cures_positive_words_whose_keys_are_others_and_not_themselves():
    torch.manual_seed(0)
    own = []
    for width in (64, 512, 4096):
        keys, queries = torch.rand(2, 100, 4, width)
        scores = attention_scores(keys, keys)
        others = scores.masked_fill(torch.eye(4, dtype=torch.bool), 0).sum(-1) / 3
        gap = (scores.diagonal(dim1=1, dim2=2) - others).mean() / width
        assert abs(gap - 1 / 12) < 0.005  # E[x²] - E[x]², between 0 and 1
        weights = attention_weights(scores / width**0.5)
        own.append(weights.diagonal(dim1=1, dim2=2).mean())
        top = (attention_scores(queries, keys) / width**0.5).topk(2).values
        assert abs((top[..., 0] - top[..., 1]).mean() - 0.125) < 0.03  # at each width
    assert own[0] < 0.45 < own[1] < 0.95 < own[2]
