"""Both softmaxes, against torch's own."""

import pytest
import torch

from attention import naive_softmax, stable_softmax
from tests.attention.expect import random


@pytest.mark.parametrize("softmax", [naive_softmax, stable_softmax])
@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_it_is_torchs_softmax_along_each_axis(softmax, dim: int):
    scores = random(2, 3, 5)
    torch.testing.assert_close(softmax(scores, dim), scores.softmax(dim))


def test_the_naive_one_overflows_where_the_stable_one_does_not():
    scores = torch.tensor([[0.0, 89.0, 90.0], [-1000.0, -999.0, -1000.0]])
    assert naive_softmax(scores, 1)[0, 1:].isnan().all()
    torch.testing.assert_close(stable_softmax(scores, 1), scores.softmax(1))
    assert stable_softmax(torch.tensor([-torch.inf] * 2), 0).isnan().all()
