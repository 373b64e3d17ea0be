"""Multi-head attention, against torch's module and the heads one by one."""

import torch
from torch import nn

from attention import MultiHeadAttention, MultiHeadAttentionWrapper
from tests.attention.expect import random, refusal

NAMES = ("W_query", "W_key", "W_value")


def test_the_layer_equals_torchs_module_with_its_weights():
    torch.manual_seed(0)
    ours = MultiHeadAttention(21, 21, 11, 0.0, 3, qkv_bias=True).double()
    theirs = nn.MultiheadAttention(21, 3, batch_first=True, dtype=torch.float64)
    linears = [getattr(ours, name) for name in NAMES]
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([linear.weight for linear in linears]))
        theirs.in_proj_bias.copy_(torch.cat([linear.bias for linear in linears]))
        theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
    x = random(2, 5, 21)
    blocked = nn.Transformer.generate_square_subsequent_mask(5) != 0
    expected, _ = theirs(x, x, x, attn_mask=blocked)
    torch.testing.assert_close(ours(x), expected)


def test_the_wrappers_matrices_one_below_the_other_are_those_of_the_layer():
    wrapper = MultiHeadAttentionWrapper(5, 7, 11, 0.0, 3).double()
    split = MultiHeadAttention(5, 21, 11, 0.0, 3).double()
    with torch.no_grad():
        for name in NAMES:
            rows = [getattr(head, name).weight for head in wrapper.heads]
            getattr(split, name).weight.copy_(torch.cat(rows))
    x = random(2, 5, 5)
    torch.testing.assert_close(split(x), split.out_proj(wrapper(x)))


def test_layers_are_drawn_in_the_order_query_key_value_out():
    torch.manual_seed(2)
    expected = [*(nn.Linear(5, 21, bias=False) for _ in NAMES), nn.Linear(21, 21)]
    torch.manual_seed(2)
    layer = MultiHeadAttention(5, 21, 11, 0.0, 3)
    found = [*(getattr(layer, name) for name in NAMES), layer.out_proj]
    for ours, theirs in zip(found, expected, strict=True):
        assert torch.equal(ours.weight, theirs.weight)


def test_heads_that_do_not_divide_the_width_are_refused():
    for num_heads in (0, -3, 2):
        with refusal(f"d_out must be divisible by num_heads={num_heads}. Got 21."):
            MultiHeadAttention(5, 21, 11, 0.0, num_heads)
    with refusal("num_heads must be at least 1. Got 0."):
        MultiHeadAttentionWrapper(5, 7, 11, 0.0, 0)
