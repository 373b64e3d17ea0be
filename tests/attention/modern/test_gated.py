"""Gated attention: any layer of heads, its context vectors times a gate."""

import pytest
import torch
from torch import nn

import attention as a
from tests.attention.expect import assert_close, numbered, random, refuses

D, HEADS, LONGEST = 12, 3, 13
MAKES = {
    "multi-head": lambda: a.MultiHeadAttention(D, D, LONGEST, 0.0, HEADS),
    "normed": lambda: a.add_qk_norm(MAKES["multi-head"](), nn.RMSNorm),
    "fused": lambda: a.FusedMultiHeadAttention(D, D, LONGEST, 0.0, HEADS),
    "grouped": lambda: a.GroupedQueryAttention(D, D, LONGEST, 0.0, HEADS, 1),
    "latent": lambda: a.LatentAttention(D, D, LONGEST, 0.0, HEADS, 5, 7, 2),
}


@pytest.mark.parametrize("name", MAKES)
def test_an_open_gate_is_the_layer_alone_and_a_half_open_one_halves_it(name: str):
    alone, x = numbered(MAKES[name]()), random(2, 5, D, seed=4)
    bias = 0 if alone.out_proj.bias is None else alone.out_proj.bias
    layer = numbered(MAKES[name]())
    gated = a.GatedAttention(D, layer).double()
    gated.W_gate.weight.data.zero_()
    assert_close(gated(x), (alone(x) - bias) / 2 + bias)
    gated.W_gate.weight.data = 1e9 * torch.ones_like(gated.W_gate.weight)
    assert_close(gated(x.abs()), alone(x.abs()))


def test_each_feature_of_each_token_has_a_gate_of_its_own():
    layer = numbered(a.GatedAttention(D, MAKES["multi-head"]()))
    x = random(2, 5, D, seed=4)
    contexts = layer.attention(x)
    expected = torch.zeros_like(contexts)
    for i in range(D):
        opened = torch.sigmoid((x * layer.W_gate.weight[i]).sum(dim=-1, keepdim=True))
        row = layer.out_proj.weight[:, i]
        expected += contexts[..., i : i + 1] * opened * row
    assert_close(layer(x), expected + layer.out_proj.bias)


def test_rows_of_queries_and_gates_alternate_head_by_head():
    rows = torch.tensor([[h, p, i] for h in range(3) for p in (0, 1) for i in range(5)])
    for weight in (rows, rows[:, 0]):  # a weight, and a bias
        query, gate = a.split_query_and_gate(weight, num_heads=3)
        assert torch.equal(query, weight[rows[:, 1] == 0])
        assert torch.equal(gate, weight[rows[:, 1] == 1])


def test_what_does_not_fit_is_refused():
    taken = MAKES["multi-head"]()
    a.GatedAttention(D, taken)
    refuses(
        lambda: a.GatedAttention(D, taken),
        "attention must have an out_proj that is nn.Linear. Got Identity.",
        lambda: a.split_query_and_gate(torch.zeros(9), 3),
        "rows must be divisible by num_heads=6. Got 9.",
    )
