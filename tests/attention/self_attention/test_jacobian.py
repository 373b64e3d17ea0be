"""Softmax's Jacobian, against autograd."""

import torch

from attention import softmax_jacobian
from tests.attention.expect import random


def test_slopes_are_those_of_autograd_for_each_row():
    scores = random(2, 3, 5)
    slopes = softmax_jacobian(scores)
    for i in range(2):
        for j in range(3):
            expected = torch.autograd.functional.jacobian(
                lambda row: row.softmax(dim=0), scores[i, j]
            )
            torch.testing.assert_close(slopes[i, j], expected)


def test_the_slope_of_a_weight_that_is_nearly_one_is_not_rounded_to_zero():
    slopes = softmax_jacobian(torch.tensor([0.0, 20.0]))
    expected = torch.tensor([[1.0, -1.0], [-1.0, 1.0]]) * torch.tensor(-20.0).exp()
    torch.testing.assert_close(slopes, expected)


def test_of_nan_every_slope_is_nan():
    assert softmax_jacobian(torch.tensor([0.0, torch.nan])).isnan().all()
