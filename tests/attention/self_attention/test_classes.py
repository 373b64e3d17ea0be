"""What distinguishes the two first classes; what they share is in test_layers.py."""

import torch
from torch import nn

from attention import SelfAttentionV1, SelfAttentionV2
from tests.attention.expect import random

NAMES = ("W_query", "W_key", "W_value")


def test_matrices_are_drawn_in_the_order_query_key_value():
    torch.manual_seed(2)
    expected = [torch.rand(3, 5) for _ in NAMES]
    torch.manual_seed(2)
    v1 = SelfAttentionV1(3, 5)
    assert all(map(torch.equal, (getattr(v1, name) for name in NAMES), expected))
    torch.manual_seed(2)
    expected = [nn.Linear(3, 5, bias=False).weight for _ in NAMES]
    torch.manual_seed(2)
    v2 = SelfAttentionV2(3, 5)
    assert all(map(torch.equal, (getattr(v2, name).weight for name in NAMES), expected))


def test_the_weights_of_v1_transposed_make_v2_equal():
    v1, v2 = SelfAttentionV1(3, 5).double(), SelfAttentionV2(3, 5).double()
    v2.load_state_dict({f"{name}.weight": getattr(v1, name).T for name in NAMES})
    x = random(2, 7, 3)
    torch.testing.assert_close(v1(x), v2(x))
