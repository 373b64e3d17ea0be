"""What is behind the general sentences of docs/self-attention/scaling.md."""

import pytest
import torch
from torch.autograd.functional import jacobian

from attention import attention_scores, softmax_jacobian
from tests.facts.draw import draw
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
    for drawn in DRAWS:
        for d in (2, 64, 500):
            products = drawn(4000, d) * drawn(4000, d)
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
        "With the division, the median norm hardly depends on the width.",
        "Without it, the median falls to almost nothing, but the mean stays of the order of 1.",
        r"Dividing by \(d\) would be too much: the wider the vectors, the more even the weights would be.",
    )
    torch.manual_seed(0)
    scaled, plain, even = [], [], []
    for width in (16, 64, 1024):
        queries, keys = torch.randn(2000, 1, width), torch.randn(2000, 6, width)
        queries, keys = queries.double(), keys.double()
        scores = attention_scores(queries, keys)[:, 0]
        for factor, norms in ((1, plain), (width**-0.5, scaled)):
            slopes = softmax_jacobian(factor * scores) @ (factor * keys)
            norms.append(slopes.norm(dim=(-2, -1)))
        even.append((scores / width).softmax(-1).amax(-1).mean() * 6)
    medians = [norms.median() for norms in scaled]
    assert max(medians) / min(medians) < 1.1
    assert plain[0].median() > 100 * plain[2].median()
    assert all(0.5 < norms.mean() < 2 for norms in plain)
    assert even[0] > even[1] > even[2]
    assert 1 < even[2] < 1.15  # at 1024 features, divided by 1024


def test_no_slope_exceeds_what_the_largest_weight_leaves():
    says(
        "self-attention/scaling",
        "No slope is larger in absolute value than one minus the largest weight.",
        r"\[ \frac{\partial \weight{\alpha_i}}{\partial \score{\omega_j}} = \weight{\alpha_i} (\delta_{ij} - \weight{\alpha_j}) \]",
        r"For that weight itself the slope is \(\weight{\alpha_i} (1 - \weight{\alpha_i})\); any other weight is at most \(1 - \weight{\alpha_i}\).",
        r"Raising a score raises its own weight at the rate \(\weight{\alpha_i} (1 - \weight{\alpha_i})\) and lowers every other weight.",
    )
    for size, spread in ((2, 0.1), (3, 1.0), (11, 5.0), (7, 30.0)):
        omega = spread * draw(size, size)
        alpha = torch.softmax(omega, dim=0)
        slopes = jacobian(lambda omega: torch.softmax(omega, dim=0), omega)
        for i in range(size):
            for j in range(size):
                formula = alpha[i] * (float(i == j) - alpha[j])
                torch.testing.assert_close(slopes[i, j], formula)
        torch.testing.assert_close(softmax_jacobian(omega), slopes)
        assert slopes.abs().max() <= 1 - alpha.max() + 1e-12
        slopes = softmax_jacobian(omega)
        assert torch.equal(slopes > 0, torch.eye(size, dtype=torch.bool))


def test_the_gradient_of_a_query_passes_through_its_keys():
    says(
        "self-attention/scaling",
        r"\[ \frac{\partial \weight{\alpha_i}}{\partial \query{q}} = \frac{1}{\sqrt{d_k}} \sum_j \weight{\alpha_i} (\delta_{ij} - \weight{\alpha_j})\, \key{k_j} \]",
    )
    for size, d_k in ((2, 5), (6, 3)):
        q, k = draw(size, d_k), draw(d_k, size, d_k)
        alpha = torch.softmax(k @ q / d_k**0.5, dim=0)
        slopes = jacobian(lambda q, k=k: torch.softmax(k @ q / len(q) ** 0.5, 0), q)
        for i in range(size):
            formula = sum(
                alpha[i] * (float(i == j) - alpha[j]) * k[j] for j in range(size)
            )
            torch.testing.assert_close(slopes[i], formula / d_k**0.5)
