"""Gated attention: the rows of its matrices; tests/facts has the formula."""

import torch

import attention as a


def test_rows_of_queries_and_gates_alternate_head_by_head():
    rows = torch.tensor([[h, p, i] for h in range(3) for p in (0, 1) for i in range(5)])
    for weight in (rows, rows[:, 0]):  # a weight, and a bias
        query, gate = a.split_query_and_gate(weight, num_heads=3)
        assert torch.equal(query, weight[rows[:, 1] == 0])
        assert torch.equal(gate, weight[rows[:, 1] == 1])
