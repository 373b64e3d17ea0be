"""Softmax's Jacobian, against autograd."""

import torch

from attention import softmax_jacobian
from tests.attention.expect import random


def test_slopes_are_those_of_autograd_for_each_row():
    scores = random(2, 3, 5)
    rows = torch.func.jacrev(lambda row: row.softmax(dim=0))
    expected = torch.func.vmap(torch.func.vmap(rows))(scores)
    torch.testing.assert_close(softmax_jacobian(scores), expected)


def test_the_slope_of_a_weight_that_is_nearly_one_is_not_rounded_to_zero():
    slopes = softmax_jacobian(torch.tensor([0.0, 20.0]))
    expected = torch.tensor([[1.0, -1.0], [-1.0, 1.0]]) * torch.tensor(-20.0).exp()
    torch.testing.assert_close(slopes, expected)


def test_of_nan_every_slope_is_nan():
    assert softmax_jacobian(torch.tensor([0.0, torch.nan])).isnan().all()
