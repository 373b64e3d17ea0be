"""What is behind the general sentences of docs/modern/sinks.md."""

import math

import torch
from torch.testing import assert_close

from attention import (
    core_attention,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_formulas() -> None:
    says(
        "modern/sinks",
        r"\[ \weight{\alpha_{ij}} = \frac{e^{\score{\omega_{ij}}}}{e^{s} + \sum_k e^{\score{\omega_{ik}}}} \]",
        r"\[ \frac{e^{\ell_i}}{e^{s} + e^{\ell_i}} = \frac{1}{1 + e^{-(\ell_i - s)}} = \sigma(\ell_i - s) \]",
        r"Let \(\ell_i = \ln \sum_k e^{\omega_{ik}}\), the log-sum-exp of the scores.",
        r"So attention with a sink is attention without one, times \(\sigma(\ell_i - s)\):",
        r'A sink of 0 adds \(e^0 = 1\), which is also known as the softmax "off by one".',
    )
    says(
        "recurrent/norms-and-gates",
        r"Attention with a sink multiplies a context vector by \(\sigma(\ell - s)\), with \(\ell\) the log-sum-exp of the scores.",
    )
    q, k, v = draw(0, 3, 1, 6, 4)
    plain, _ = scaled_dot_product_attention(q, k, v)
    for s in (-math.inf, -3.0, 0.0, 10.0):
        found, weights = core_attention(q, k, v, sinks=torch.tensor([s]).double())
        for i, scores in enumerate(scaled_attention_scores(q, k)[0].tolist()):
            total = sum(math.exp(omega_ik) for omega_ik in scores)
            row = [math.exp(omega_ij) / (math.exp(s) + total) for omega_ij in scores]
            expected = torch.tensor(row, dtype=torch.float64)
            assert_close(weights[0, i], expected)
            ell_i = math.log(total)
            factor = math.exp(ell_i) / (math.exp(s) + math.exp(ell_i))
            assert math.isclose(factor, 1 / (1 + math.exp(-(ell_i - s))))
            sigma = torch.tensor(ell_i - s, dtype=torch.float64).sigmoid()
            assert math.isclose(factor, sigma.item())
            assert_close(found[0, i], factor * plain[0, i])
