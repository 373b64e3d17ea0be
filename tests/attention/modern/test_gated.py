"""Gated attention: the rows of its matrices; tests/facts has the formula."""

import torch

import attention as a
from tests.attention.expect import refusal


def test_rows_of_queries_and_gates_alternate_head_by_head():
    rows = torch.tensor([[h, p, i] for h in range(3) for p in (0, 1) for i in range(5)])
    for weight in (rows, rows[:, 0]):  # a weight, and a bias
        query, gate = a.split_query_and_gate(weight, num_heads=3)
        assert torch.equal(query, weight[rows[:, 1] == 0])
        assert torch.equal(gate, weight[rows[:, 1] == 1])


def test_what_does_not_fit_is_refused():
    taken = a.MultiHeadAttention(12, 12, 13, 0.0, 3)
    assert a.GatedAttention(12, taken).W_gate.bias is None
    with refusal("attention must have an out_proj that is nn.Linear. Got Identity."):
        a.GatedAttention(12, taken)
    with refusal("rows must be divisible by num_heads=6. Got 9."):
        a.split_query_and_gate(torch.zeros(9), 3)
