"""What is behind the general sentences of docs/models/known-entropy.md."""

import math

import torch
from torch import Tensor

from tests.facts.draw import draw
from tests.facts.says import says


def test_the_floor() -> None:
    """For drawn q, and for 1/N, the only one that reaches it."""
    says(
        "models/known-entropy",
        r"\[ \frac{1}{N}\sum_s -\ln q(s) \;\ge\; -\ln\Bigl(\frac{1}{N}\sum_s q(s)\Bigr) \;\ge\; \ln N \]",
    )
    N = 8192

    def sides(q: Tensor) -> tuple[Tensor, Tensor]:
        return 1 / N * (-torch.log(q)).sum(), -torch.log(1 / N * q.sum())

    for seed in range(5):
        average, of_mean = sides(draw(seed, N).softmax(-1))
        assert average > of_mean + 0.1
        assert of_mean > math.log(N) - 1e-9
    for side in sides(torch.full((N,), 1 / N).double()):
        assert math.isclose(side, math.log(N))
