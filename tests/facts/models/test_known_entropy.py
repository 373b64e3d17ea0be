"""What is behind the general sentences of docs/models/known-entropy.md."""

import math

import pytest
import torch
from torch import Tensor

from tests.facts.blocks import run
from tests.facts.draw import draw
from tests.facts.says import says


@pytest.mark.nightly
@pytest.mark.parametrize(("factor", "far_above"), [(5, 0), (1, 4)])
def test_ten_seeds_reach_the_floor_and_with_small_first_weights_four_do_not(
    factor: int, far_above: int
) -> None:
    says(
        "models/known-entropy",
        "Both tests passed with each of ten seeds.",
        "Without that, four of the ten were still far above the floor after 100 steps.",
    )
    excesses = []
    for seed in range(10):
        other = {"mul_(5)": f"mul_({factor})"}
        found = run("models/known-entropy/trained.py", other, seed)
        excesses.append(found["excess"])
        if factor == 5:
            assert found["excess"] < 0.03
            assert found["right"] >= 180
    assert sum(excess > 0.15 for excess in excesses) == far_above


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
