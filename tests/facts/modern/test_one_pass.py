"""What is behind the general sentences of docs/modern/one-pass.md."""

import math

import torch
from torch.testing import assert_close

from attention import merge_parts, online_softmax
from tests.facts.draw import draw
from tests.facts.says import says


def test_formulas_of_one_pass() -> None:
    says(
        "modern/one-pass",
        r"\[ m' = \max(m, \score{\omega}) \qquad t' = t \, e^{m - m'} + e^{\score{\omega} - m'} \]",
        r"\[ L = \ln \sum_k e^{\score{\omega_k}} \qquad \weight{\alpha_j} = e^{\score{\omega_j} - L} \]",
        r"The maximum and the total can be combined into one number, \(L = m + \ln t\).",
    )
    scores = draw(0, 9) * 3
    m, t = scores[0].item(), 1.0
    for n, omega in enumerate(scores[1:].tolist(), start=2):
        before = m
        m = max(before, omega)
        t = t * math.exp(before - m) + math.exp(omega - m)
        seen = scores[:n].tolist()
        L = math.log(sum(math.exp(omega_k) for omega_k in seen))
        assert math.isclose(L, m + math.log(t))
        weights = [math.exp(omega_j - L) for omega_j in seen]
        expected = torch.tensor(weights, dtype=torch.float64)
        assert_close(online_softmax(scores[:n], 0), expected)


def test_the_formula_of_merged_parts() -> None:
    says(
        "modern/one-pass",
        r"\[ L = \ln (e^{L_1} + e^{L_2}) \qquad \context{z} = e^{L_1 - L} \context{z_1} + e^{L_2 - L} \context{z_2} \]",
        r"The factor \(e^{L_1 - L}\) is the total weight of the first part's keys.",
    )
    (z_1, z_2), (L_1, L_2) = draw(0, 2, 5, 3), draw(1, 2, 5)
    L = torch.log(L_1.exp() + L_2.exp())
    z = torch.exp(L_1 - L)[:, None] * z_1 + torch.exp(L_2 - L)[:, None] * z_2
    assert_close(merge_parts(z_1, L_1, z_2, L_2), (z, L))
    assert torch.logaddexp(*torch.tensor([1e4, 1e4])).isfinite()


def test_a_log_sum_exp_of_large_scores_loses_the_total() -> None:
    says(
        "modern/one-pass",
        r"With very large scores, \(L\) loses too many digits: for two scores of \(10^7\), float32 rounds it to \(10^7 + 1\), and both weights come out as \(1/e\) instead of a half.",
    )
    scores = torch.tensor([1e7, 1e7])
    assert scores.logsumexp(0) == 1e7 + 1
    weights = torch.exp(scores - scores.logsumexp(0))
    assert_close(weights, torch.full((2,), -1.0).exp())
    assert (online_softmax(scores, 0) == 0.5).all()  # maximum and total do not
