"""Nearest neighbours by cosine, against a loop over Python floats."""

import math
import re
from collections.abc import Callable

import pytest
import torch

from attention import nearest

NUM_ROWS, D = 11, 5


def nearest_by_loops(
    vectors: list[list[float]], query: list[float], k: int, exclude: list[int]
) -> list[int]:
    def cosine(a: list[float], b: list[float]) -> float:
        products = math.fsum(x * y for x, y in zip(a, b, strict=True))
        return products / math.hypot(*a) / math.hypot(*b)

    rows = [row for row in range(len(vectors)) if row not in exclude]
    return sorted(rows, key=lambda row: -cosine(vectors[row], query))[:k]


def random(*shape: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def test_the_nearest_is_the_one_with_the_smallest_angle_found_by_hand():
    vectors = torch.tensor([[0.0, 1.0], [9.0, 9.0], [1.0, 0.1], [-1.0, 0.0]])
    assert nearest(vectors, torch.tensor([2.0, 0.0]), k=4).tolist() == [2, 1, 0, 3]


@pytest.mark.parametrize("exclude", [[], [4], [0, 3, 7]], ids=str)
@pytest.mark.parametrize("k", [1, 3, 8])
def test_the_answer_equals_loops_over_python_floats(k: int, exclude: list[int]):
    vectors, query = random(NUM_ROWS, D), random(2, D)[1]
    expected = nearest_by_loops(vectors.tolist(), query.tolist(), k, exclude)
    assert nearest(vectors, query, k=k, exclude=exclude).tolist() == expected


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_a_row_is_nearest_to_itself_unless_it_is_excluded(dtype: torch.dtype):
    vectors = torch.eye(5, dtype=dtype) + 0.25
    assert nearest(vectors, vectors[2], k=1).tolist() == [2]
    assert 2 not in nearest(vectors, vectors[2], k=4, exclude=[2])


def test_batch_axes_of_the_query_are_kept():
    vectors, queries = random(NUM_ROWS, D), random(2, 3, D)
    rows = nearest(vectors, queries, k=7, exclude=[1])
    assert rows.shape == (2, 3, 7)
    assert torch.equal(rows[1, 2], nearest(vectors, queries[1, 2], k=7, exclude=[1]))


def test_three_rows_are_given_unless_another_number_is_asked_for():
    assert nearest(random(NUM_ROWS, D), random(D)).shape == (3,)


def test_one_feature_is_a_direction():
    vectors = torch.tensor([[-2.0], [3.0]])
    assert nearest(vectors, torch.tensor([5.0]), k=2).tolist() == [1, 0]


@pytest.mark.parametrize("length", [1e-30, 1e30])
def test_rows_so_short_or_long_that_squares_are_lost_are_compared_each_by_itself(
    length: float,
):
    vectors = torch.tensor([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    vectors[1] *= length
    assert nearest(vectors, torch.tensor([0.6, 0.8]), k=1).tolist() == [1]
    query = length * torch.tensor([0.0, 1.0])
    assert nearest(vectors, query).tolist() == [2, 1, 0]


def test_a_row_of_zeros_is_at_right_angles_to_all():
    vectors = torch.tensor([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0]])
    assert nearest(vectors, torch.tensor([1.0, 0.0])).tolist() == [1, 0, 2]


def test_lengths_do_not_matter():
    vectors, query = random(NUM_ROWS, D), random(2, D)[1]
    lengths = torch.arange(1, NUM_ROWS + 1)[:, None]
    assert torch.equal(nearest(vectors, query), nearest(lengths * vectors, 100 * query))


@pytest.mark.parametrize("length", [1e-40, 1e-30, 1e30])
def test_no_length_is_too_large_or_too_small(length: float):
    vectors = length * torch.tensor([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
    query = length * torch.tensor([1.0, 0.25])
    assert nearest(vectors, query, k=3).tolist() == [2, 1, 0]
    assert nearest(vectors, 0 * query, k=1).shape == (1,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: nearest(torch.ones(2, 5, dtype=torch.int64), torch.ones(5)),
            "vectors must be floating point. Got torch.int64.",
        ),
        (
            lambda: nearest(torch.ones(2, 5), torch.ones(5, dtype=torch.int64)),
            "query must be floating point. Got torch.int64.",
        ),
        (
            lambda: nearest(torch.full((2, 5), torch.inf), torch.ones(5)),
            "vectors must be finite. Got nan or infinity.",
        ),
        (
            lambda: nearest(torch.ones(2, 5), torch.full((5,), torch.nan)),
            "query must be finite. Got nan or infinity.",
        ),
        (
            lambda: nearest(torch.ones(2, 0), torch.ones(0)),
            "vectors must have at least one feature. Got (2, 0).",
        ),
        (
            lambda: nearest(torch.ones(5), torch.ones(5)),
            "vectors must have shape (num_rows, d). Got (5,).",
        ),
        (
            lambda: nearest(torch.ones(11, 5), torch.ones(7)),
            "query must be as wide as vectors, shape (..., d=5). Got (7,).",
        ),
        (
            lambda: nearest(torch.ones(11, 5), torch.tensor(1.0)),
            "query must be as wide as vectors, shape (..., d=5). Got ().",
        ),
        (
            lambda: nearest(torch.ones(11, 5), torch.ones(5), exclude=[11]),
            "exclude must hold rows of vectors, 0 to 10. Got 11.",
        ),
        (
            lambda: nearest(torch.ones(11, 5), torch.ones(5), exclude=[-1]),
            "exclude must hold rows of vectors, 0 to 10. Got -1.",
        ),
        (
            lambda: nearest(torch.ones(11, 5), torch.ones(5), k=0),
            "k must be from 1 to the 11 rows to choose from. Got 0.",
        ),
        (
            lambda: nearest(torch.ones(11, 5), torch.ones(5), k=10, exclude=[2, 3]),
            "k must be from 1 to the 9 rows to choose from. Got 10.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
