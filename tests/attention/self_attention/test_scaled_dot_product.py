"""Scaled dot-product attention, against loops, torch's own, and hand-made answers."""

import math
import re
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

from attention import (
    attention_scores,
    inputs,
    scaled_attention_scores,
    scaled_dot_product_attention,
)

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_QUERIES, NUM_KEYS, D_K, D_V = 3, 5, 7, 11
BATCHES = [(), (2,), (13, 2)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 4e-2}


def random_inputs(
    batch: tuple[int, ...], dtype: torch.dtype
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)

    def draw(*shape: int) -> torch.Tensor:
        return torch.randn(*batch, *shape, generator=generator).to(dtype)

    return draw(NUM_QUERIES, D_K), draw(NUM_KEYS, D_K), draw(NUM_KEYS, D_V)


def attend_by_loops(
    queries: list[list[float]], keys: list[list[float]], values: list[list[float]]
) -> list[list[float]]:
    """Python's floats alone: nothing in common with the code under test."""
    contexts = []
    for query in queries:
        dots = [math.fsum(a * b for a, b in zip(query, k, strict=True)) for k in keys]
        scores = [dot / math.sqrt(len(query)) for dot in dots]
        exponentials = [math.exp(score - max(scores)) for score in scores]
        weights = [e / math.fsum(exponentials) for e in exponentials]
        columns = list(zip(*values, strict=True))
        contexts.append(
            [math.fsum(w * v for w, v in zip(weights, c, strict=True)) for c in columns]
        )
    return contexts


def test_a_score_is_a_dot_product_divided_by_the_root_of_the_width():
    queries = torch.tensor([[1.0, 2.0, 0.0, 1.0]])
    keys = torch.tensor([[3.0, 4.0, 9.0, 1.0], [0.0, -3.0, 1.0, 2.0]])
    expected = torch.tensor([[6.0, -2.0]])  # (12, -4), divided by 2
    torch.testing.assert_close(scaled_attention_scores(queries, keys), expected)


def test_the_context_is_the_mixture_found_by_hand():
    queries = torch.tensor([[2.0, 0.0, 0.0, 0.0]])
    keys = torch.tensor([[math.log(3.0), 5.0, 5.0, 5.0], [0.0, 0.0, 0.0, 0.0]])
    values = torch.tensor([[8.0, 0.0], [0.0, 4.0]])
    expected = torch.tensor([[6.0, 1.0]])  # shares 3/4 and 1/4
    torch.testing.assert_close(
        scaled_dot_product_attention(queries, keys, values), expected
    )


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_attention_equals_loops_over_python_floats(
    batch: tuple[int, ...], dtype: torch.dtype
):
    queries, keys, values = random_inputs(batch, dtype)
    contexts = scaled_dot_product_attention(queries, keys, values)

    assert contexts.dtype == dtype
    assert contexts.shape == (*batch, NUM_QUERIES, D_V)
    expected = [
        attend_by_loops(q.tolist(), k.tolist(), v.tolist())
        for q, k, v in zip(
            queries.reshape(-1, NUM_QUERIES, D_K).double(),
            keys.reshape(-1, NUM_KEYS, D_K).double(),
            values.reshape(-1, NUM_KEYS, D_V).double(),
            strict=True,
        )
    ]
    torch.testing.assert_close(
        contexts.double().reshape(-1, NUM_QUERIES, D_V),
        torch.tensor(expected, dtype=torch.float64),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_attention_equals_torchs_own(batch: tuple[int, ...]):
    queries, keys, values = random_inputs(batch, torch.float64)
    torch.testing.assert_close(
        scaled_dot_product_attention(queries, keys, values),
        F.scaled_dot_product_attention(queries, keys, values),
    )


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
def test_scores_keep_the_dtype_and_the_device_of_their_arguments(dtype: torch.dtype):
    queries, keys, _ = (x.to("meta") for x in random_inputs((2,), dtype))
    scores = scaled_attention_scores(queries, keys)
    assert scores.dtype == dtype
    assert scores.device == queries.device
    assert scores.shape == (2, NUM_QUERIES, NUM_KEYS)


def test_the_running_example_gives_the_rows_that_the_course_quotes():
    torch.manual_seed(123)
    w_query, w_key, w_value = (torch.rand(3, 2) for _ in range(3))
    contexts = scaled_dot_product_attention(
        inputs @ w_query, inputs @ w_key, inputs @ w_value
    )
    expected = torch.tensor([[0.2996, 0.8053], [0.3061, 0.8210]])
    torch.testing.assert_close(contexts[:2], expected, rtol=0, atol=1e-4)


def test_one_feature_needs_no_scale():
    queries, keys, _ = random_inputs((2,), torch.float64)
    queries, keys = queries[..., :1], keys[..., :1]
    torch.testing.assert_close(
        scaled_attention_scores(queries, keys), attention_scores(queries, keys)
    )


def test_telling_every_feature_twice_raises_scores_by_the_root_of_two():
    queries, keys, _ = random_inputs((2,), torch.float64)
    twice = scaled_attention_scores(
        torch.cat([queries, queries], dim=-1), torch.cat([keys, keys], dim=-1)
    )
    once = scaled_attention_scores(queries, keys)
    torch.testing.assert_close(twice, math.sqrt(2) * once)


@pytest.mark.parametrize("d_k", [2, 67, 1031])
def test_scores_of_unit_normals_spread_by_one_at_any_width(d_k: int):
    generator = torch.Generator().manual_seed(0)
    queries = torch.randn(97, d_k, generator=generator)
    keys = torch.randn(101, d_k, generator=generator)
    scores = scaled_attention_scores(queries, keys)
    assert scores.std().item() == pytest.approx(1.0, abs=0.1)


def test_the_order_of_the_keys_does_not_matter_if_values_go_along():
    queries, keys, values = random_inputs((2,), torch.float64)
    order = torch.tensor([3, 0, 4, 1, 2])
    torch.testing.assert_close(
        scaled_dot_product_attention(queries, keys[:, order], values[:, order]),
        scaled_dot_product_attention(queries, keys, values),
    )


def test_batch_axes_broadcast():
    queries, keys, values = random_inputs((), torch.float64)
    batch = torch.stack([queries, 2 * queries])
    torch.testing.assert_close(
        scaled_dot_product_attention(batch, keys, values),
        torch.stack(
            [
                scaled_dot_product_attention(queries, keys, values),
                scaled_dot_product_attention(2 * queries, keys, values),
            ]
        ),
    )


def test_gradients_flow_to_queries_keys_and_values():
    queries, keys, values = (
        x.requires_grad_() for x in random_inputs((), torch.float64)
    )
    assert torch.autograd.gradcheck(
        scaled_dot_product_attention, (queries, keys, values)
    )


def test_it_compiles_without_a_graph_break():
    compiled = torch.compile(
        scaled_dot_product_attention, fullgraph=True, dynamic=True, backend="eager"
    )
    queries, keys, values = random_inputs((2,), torch.float64)
    torch.testing.assert_close(
        compiled(queries, keys, values),
        scaled_dot_product_attention(queries, keys, values),
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: scaled_attention_scores(torch.ones(7), torch.ones(5, 7)),
            "queries must have shape (..., num_queries, d_k). Got (7,).",
        ),
        (
            lambda: scaled_attention_scores(torch.ones(3, 7), torch.ones(5, 11)),
            "keys must have as many features as queries, shape "
            "(..., num_keys, d_k=7). Got (5, 11).",
        ),
        (
            lambda: scaled_attention_scores(torch.ones(3, 0), torch.ones(5, 0)),
            "queries must have at least one feature, shape "
            "(..., num_queries, d_k). Got (3, 0).",
        ),
        (
            lambda: scaled_attention_scores(
                torch.ones(3, 7, dtype=torch.int64), torch.ones(5, 7, dtype=torch.int64)
            ),
            "queries and keys must be floating point. Got torch.int64.",
        ),
        (
            lambda: scaled_dot_product_attention(
                torch.ones(3, 7), torch.ones(5, 7), torch.ones(11, 2)
            ),
            "values must have one row for each key, shape "
            "(..., num_keys=5, d_v). Got (11, 2).",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
