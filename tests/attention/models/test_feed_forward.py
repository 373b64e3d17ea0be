"""The feed-forward network and its activations, against torch's."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import FeedForward, gelu, gelu_tanh
from tests.attention.expect import NARROW, assert_close, random, with_slopes


def test_both_gelus_and_their_slopes_are_torchs():
    x = torch.cat([random(99) * 3, torch.tensor([-1e3, -40.0, 0.0, 1e3]).double()])
    x.requires_grad_()
    for ours, form in ((gelu, "none"), (gelu_tanh, "tanh")):
        expected = with_slopes(F.gelu(x, approximate=form), [x])
        assert_close(with_slopes(ours(x), [x]), expected)


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_large_numbers_of_half_precision_do_not_overflow(dtype: torch.dtype):
    x = torch.tensor([40000.0, -40000.0]).to(dtype)
    for ours in (gelu(x), gelu_tanh(x)):
        assert (ours.tolist(), ours.dtype) == ([x[0].item(), 0.0], dtype)


@pytest.mark.parametrize(
    ("module", "activation"),
    [(None, gelu_tanh), (nn.GELU(), gelu), (nn.ReLU(), torch.relu)],
)
def test_it_is_two_linear_layers_with_the_activation_between(module, activation):
    network, x = FeedForward(5, 11, module).double(), random(2, 3, 5)
    W_1, b_1, W_2, b_2 = network.parameters()
    for found, y in zip(network(x).view(6, 5), x.view(6, 5), strict=True):
        torch.testing.assert_close(found, W_2 @ activation(W_1 @ y + b_1) + b_2)
