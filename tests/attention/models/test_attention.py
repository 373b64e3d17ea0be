"""The one layer of models: its parts, and heads that lie on several ranks."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import attention as a
from tests.attention.expect import assert_close, numbered, random, refusal

D_IN, D_OUT, LONGEST, HEADS, GROUPS, HEAD_DIM = 7, 5, 13, 6, 2, 4
X = random(2, 5, D_IN)


def made(**parts: object) -> a.Attention:
    parts = {"num_kv_groups": GROUPS, "head_dim": HEAD_DIM} | parts
    return numbered(a.Attention(D_IN, D_OUT, LONGEST, 0.0, HEADS, True, **parts))


def test_with_its_defaults_it_is_multi_head_attention():
    layers = []
    for make in (a.MultiHeadAttention, a.Attention):
        torch.manual_seed(3)
        layers.append(make(D_IN, 6, LONGEST, 0.0, 3, True))
    x = X.float()
    assert torch.equal(layers[0](x), layers[1](x))
    assert [*layers[0].state_dict()] == [*layers[1].state_dict()]


@pytest.mark.parametrize("attend", [a.scaled_dot_product_attention, None])
def test_widths_of_its_own_and_groups_give_torchs_result(attend: object):
    layer = made(attend=attend)
    q, k, v = (
        linear(X).unflatten(-1, (-1, HEAD_DIM)).transpose(1, 2)
        for linear in (layer.W_query, layer.W_key, layer.W_value)
    )
    contexts = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    assert_close(layer(X), layer.out_proj(contexts.transpose(1, 2).flatten(-2)))


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_parts_of_the_heads_add_up_to_the_layer(ranks: int):
    """As parallelize_module cuts it: rows of the projections, columns of out_proj."""
    layer, parts = made(num_kv_groups=HEADS), []
    for rank in range(ranks):
        part = made(num_kv_groups=HEADS)
        for name in ("W_query", "W_key", "W_value"):
            linear = getattr(part, name)
            linear.weight = nn.Parameter(linear.weight.chunk(ranks)[rank])
            linear.bias = nn.Parameter(linear.bias.chunk(ranks)[rank])
        part.out_proj.weight = nn.Parameter(
            part.out_proj.weight.chunk(ranks, dim=1)[rank]
        )
        part.out_proj.register_parameter("bias", None)
        parts.append(part(X))
    assert_close(sum(parts) + layer.out_proj.bias, layer(X))


def test_the_first_features_may_be_turned_alone():
    rotary = a.RotaryPositions(LONGEST, 2, width=HEAD_DIM).double()
    x = random(3, 5, HEAD_DIM)
    turned = a.rotate(x[..., :2], torch.arange(2, 7))
    assert_close(rotary(x, 2), torch.cat([turned, x[..., 2:]], dim=-1))
    with refusal("width must be at least head_dim=4. Got 2."):
        a.RotaryPositions(LONGEST, 4, width=2)


def test_a_rule_that_makes_numbers_is_refused_whatever_attends():
    def attend(q, k, v, mask, dropout):
        return F.scaled_dot_product_attention(q, k, v, mask, dropout), None

    def floats(num_queries, num_keys, *, device):
        return torch.ones(num_queries, num_keys, dtype=torch.float64).tril()

    layer = made(num_kv_groups=HEADS, attend=attend, mask=floats)
    with refusal("mask must be boolean, True = may attend. Got torch.float64."):
        layer(X)
