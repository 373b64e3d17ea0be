"""Gated attention: any layer of heads, its context vectors times a gate."""

import pytest
import torch
from torch import nn

import attention as a
from tests.attention.expect import assert_close, numbered, random, refusal

D, HEADS, LONGEST = 12, 3, 13
MAKES = {
    "multi-head": lambda: a.MultiHeadAttention(D, D, LONGEST, 0.0, HEADS),
    "normed": lambda: a.add_qk_norm(MAKES["multi-head"](), nn.RMSNorm),
    "fused": lambda: a.FusedMultiHeadAttention(D, D, LONGEST, 0.0, HEADS),
    "grouped": lambda: a.GroupedQueryAttention(D, D, LONGEST, 0.0, HEADS, 1),
    "latent": lambda: a.LatentAttention(D, D, LONGEST, 0.0, HEADS, 5, 7, 2),
}


@pytest.mark.parametrize("name", MAKES)
def test_each_feature_of_each_token_has_a_gate_of_its_own(name: str):
    layer = numbered(a.GatedAttention(D, MAKES[name]()))
    x = random(2, 5, D, seed=4)
    contexts = layer.attention(x)
    expected = torch.zeros_like(x)
    for i in range(contexts.shape[-1]):
        opened = torch.sigmoid((x * layer.W_gate.weight[i]).sum(dim=-1, keepdim=True))
        row = layer.out_proj.weight[:, i]
        expected += contexts[..., i : i + 1] * opened * row
    bias = 0 if layer.out_proj.bias is None else layer.out_proj.bias
    assert_close(layer(x), expected + bias)


def test_rows_of_queries_and_gates_alternate_head_by_head():
    rows = torch.tensor([[h, p, i] for h in range(3) for p in (0, 1) for i in range(5)])
    for weight in (rows, rows[:, 0]):  # a weight, and a bias
        query, gate = a.split_query_and_gate(weight, num_heads=3)
        assert torch.equal(query, weight[rows[:, 1] == 0])
        assert torch.equal(gate, weight[rows[:, 1] == 1])


def test_what_does_not_fit_is_refused():
    taken = MAKES["multi-head"]()
    a.GatedAttention(D, taken)
    with refusal("attention must have an out_proj that is nn.Linear. Got Identity."):
        a.GatedAttention(D, taken)
    with refusal("rows must be divisible by num_heads=6. Got 9."):
        a.split_query_and_gate(torch.zeros(9), 3)
