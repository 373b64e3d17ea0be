"""Nearest neighbours by cosine, against a loop."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attention.text import nearest
from tests.attention.expect import random


@given(st.integers(0, 999), st.integers(1, 7), st.lists(st.integers(0, 10), max_size=4))
def test_the_rows_are_those_of_a_loop_for_each_query(seed, k, exclude):
    vectors, queries = random(11, 5, seed=seed), random(2, 3, 5, seed=seed + 1)
    found = nearest(vectors, queries, k=k, exclude=exclude)
    left = [row for row in range(11) if row not in exclude]
    for query, rows in zip(queries.view(6, 5), found.view(6, k).tolist(), strict=True):
        cosines = F.cosine_similarity(query, vectors).tolist()
        assert rows == sorted(left, key=cosines.__getitem__, reverse=True)[:k]


@pytest.mark.parametrize("length", [1e-40, 1e-30, 1.0, 1e30])
def test_no_length_of_a_row_or_query_is_too_large_or_too_small(length: float):
    vectors = torch.tensor([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    vectors[1] *= length
    assert nearest(vectors, torch.tensor([0.6, 0.8])).tolist()[0] == 1
    query = length * torch.tensor([0.0, 1.0])
    assert nearest(vectors, query).tolist() == [2, 1, 0]


def test_a_row_of_zeros_is_at_right_angles_to_all():
    vectors = torch.tensor([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0]])
    assert nearest(vectors, torch.tensor([1.0, 0.0])).tolist() == [1, 0, 2]
