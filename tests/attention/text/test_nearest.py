"""Nearest neighbours by cosine, against a loop over Python's floats."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import nearest
from tests.attention.expect import random, refusal


def by_loops(
    vectors: torch.Tensor, query: torch.Tensor, exclude: list[int]
) -> list[int]:
    def cosine(row: int) -> float:
        a, b = vectors[row].tolist(), query.tolist()
        products = math.fsum(x * y for x, y in zip(a, b, strict=True))
        return products / math.hypot(*a) / math.hypot(*b)

    rows = [row for row in range(len(vectors)) if row not in exclude]
    return sorted(rows, key=cosine, reverse=True)


@given(st.integers(0, 999), st.integers(1, 7), st.lists(st.integers(0, 10), max_size=4))
def test_the_rows_are_those_of_a_loop_for_each_query(
    seed: int, k: int, exclude: list[int]
):
    vectors, queries = random(11, 5, seed=seed), random(2, 3, 5, seed=seed + 1)
    rows = nearest(vectors, queries, k=k, exclude=exclude)
    for i in range(2):
        for j in range(3):
            expected = by_loops(vectors, queries[i, j], exclude)[:k]
            assert rows[i, j].tolist() == expected


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


def test_a_wrong_argument_is_named_with_what_was_expected():
    vectors, query = torch.ones(11, 5), torch.ones(5)
    with refusal("query must be as wide as vectors, shape (..., d=5). Got (7,)."):
        nearest(vectors, torch.ones(7))
    with refusal("vectors must be finite. Got nan or infinity."):
        nearest(torch.full((11, 5), torch.nan), query)
    with refusal("query must be finite. Got nan or infinity."):
        nearest(vectors, query * torch.inf)
    for row in (-1, 11):
        with refusal(f"exclude must hold rows of vectors, 0 to 10. Got {row}."):
            nearest(vectors, query, exclude=[row])
    for k in (0, 10):
        with refusal(f"k must be from 1 to the 9 rows to choose from. Got {k}."):
            nearest(vectors, query, k=k, exclude=[2, 3])
