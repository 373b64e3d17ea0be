"""Weights of any model, by the path of the module that computed them."""

import pytest
import torch
from torch import nn

from attention import (
    CausalAttention,
    record_weights,
)
from tests.attention.expect import random


class Twice(nn.Module):
    """A model of a user's: two layers, and one of them is called twice."""

    def __init__(self):
        super().__init__()
        self.first = nn.ModuleList([CausalAttention(5, 5, 7, 0.0)])
        self.second = CausalAttention(5, 5, 7, 0.0)

    def forward(self, x):
        return self.second(self.first[0](self.first[0](x)))


def test_each_layer_has_its_latest_weights_with_gradients_under_its_path():
    model, x = Twice().double(), random(2, 3, 5)
    with record_weights(model) as weights:
        assert weights == {}
        model(x)
    assert set(weights) == {"first.0.attend", "second.attend"}
    first = model.first[0]
    with record_weights(first) as own:
        first(first(x))
    assert torch.equal(weights["first.0.attend"], own["attend"])
    own["attend"].square().sum().backward()
    assert first.W_query.weight.grad.abs().sum() > 0


def test_afterwards_the_model_is_as_it_was_even_after_an_error():
    model = CausalAttention(5, 5, 7, 0.0)
    before = dict(vars(model))
    with record_weights(model) as outer:
        with record_weights(model) as inner:
            model(torch.ones(3, 5))
        model(torch.ones(2, 5))
    assert inner["attend"].shape == (3, 3)
    assert outer["attend"].shape == (2, 2)
    with pytest.raises(RuntimeError, match="stop"), record_weights(model):
        raise RuntimeError("stop")
    assert vars(model) == before
