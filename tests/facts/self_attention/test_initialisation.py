"""What is behind the general sentences of docs/self-attention/initialisation.md."""

import pytest
import torch
from torch import nn

from tests.facts.says import says


def linear(d_in: int, d_out: int) -> torch.Tensor:
    return nn.Linear(d_in, d_out, bias=False).weight.detach().T


def test_queries_of_a_word_are_as_large_as_derived():
    """The formula, and that torch's ways to draw have the variances it is used with."""
    says(
        "self-attention/initialisation",
        r"\[ \operatorname{Var}(\query{q}) = \operatorname{Var}(w) \sum_m x_m^2 \]",
        "With `nn.Linear`, the standard deviation of a query does not depend on the width of the words, if the squares of their features have the same average.",
        r"For `randn`, the standard deviation is \(\sqrt{d_\text{in}}\).",
    )
    torch.manual_seed(0)
    for d_in in (4, 32, 512):
        for draw_word in (torch.randn, torch.ones):
            x = draw_word(d_in)
            x = x / x.square().mean().sqrt()
            for draw_matrix, expected in ((linear, 3**-0.5), (torch.randn, d_in**0.5)):
                w = draw_matrix(d_in, 2000)
                q = x @ w
                variance = w.var() * sum(x_m**2 for x_m in x)
                assert q.var().item() == pytest.approx(variance.item(), rel=0.15)
                assert q.std().item() == pytest.approx(expected, rel=0.1)
            mean = (x @ torch.rand(d_in, 2000)).mean().item()
            assert mean == pytest.approx(x.sum().item() / 2, abs=0.1 * d_in**0.5)
