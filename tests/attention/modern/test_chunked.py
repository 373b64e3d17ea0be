"""Chunks of positions, and a temperature for each."""

import math

import torch

import attention as a
from tests.attention.expect import assert_close, random


def test_a_query_attends_to_earlier_keys_of_its_own_chunk():
    rule = a.ChunkedMask(3)
    expected = [[j <= i and j // 3 == i // 3 for j in range(8)] for i in range(8)]
    assert rule(8).tolist() == expected
    assert rule(2, 8).tolist() == expected[6:]
    assert rule(0, 8).shape == (0, 8)
    assert [rule.num_kept(n) for n in range(7)] == [0, 1, 2, 0, 1, 2, 0]


def test_a_query_is_sharpened_by_its_position():
    q, k = random(2, 7, 5), random(2, 9, 5, seed=1)
    factors = [1 + 0.3 * math.log(1 + (p + 1) // 4) for p in range(2, 9)]
    scaled = q * torch.tensor(factors, dtype=torch.float64)[:, None]
    core, mask = a.PositionTemperature(4, 0.3), a.causal_mask(7, 9)
    found = core(q, k, k, mask)
    assert_close(found, a.scaled_dot_product_attention(scaled, k, k, mask))
