"""Additive attention, against loops over Python floats and answers found by hand."""

import math
import re
from collections.abc import Callable

import pytest
import torch

from attention import AdditiveAttention, additive_scores, inputs
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_QUERIES, NUM_KEYS, D_QUERY, D_KEY, D_HIDDEN, D_VALUE = 2, 3, 5, 7, 11, 13
BATCHES = [(), (17,), (3, 2)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 8e-2}


def random_inputs(
    batch: tuple[int, ...], dtype: torch.dtype
) -> tuple[torch.Tensor, ...]:
    """Queries, keys, W_query, W_key, v."""
    generator = torch.Generator().manual_seed(0)

    def draw(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator).to(dtype)

    return (
        draw(*batch, NUM_QUERIES, D_QUERY),
        draw(*batch, NUM_KEYS, D_KEY),
        draw(D_QUERY, D_HIDDEN) / 2,
        draw(D_KEY, D_HIDDEN) / 2,
        draw(D_HIDDEN) / 2,
    )


def score_by_loops(
    query: list[float],
    key: list[float],
    W_query: list[list[float]],
    W_key: list[list[float]],
    v: list[float],
) -> float:
    """Python's floats alone: nothing in common with the code under test."""
    score = 0.0
    for unit in range(len(v)):
        asked = math.fsum(q * row[unit] for q, row in zip(query, W_query, strict=True))
        offered = math.fsum(k * row[unit] for k, row in zip(key, W_key, strict=True))
        score += v[unit] * math.tanh(asked + offered)
    return score


def test_a_score_is_the_one_found_by_hand():
    W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
    W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
    v = torch.tensor([-2.0, 2.0])
    scores = additive_scores(inputs[1:2], inputs[4:5], W_query, W_key, v)
    expected = -2 * math.tanh(-0.43 - 1.34) + 2 * math.tanh(-2.19 - 0.27)
    torch.testing.assert_close(scores, torch.tensor([[expected]]))


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_scores_equal_loops_over_python_floats(
    batch: tuple[int, ...], dtype: torch.dtype
):
    arguments = random_inputs(batch, dtype)
    scores = additive_scores(*arguments)

    assert scores.dtype == dtype
    assert scores.shape == (*batch, NUM_QUERIES, NUM_KEYS)
    queries, keys, *rest = (each.double() for each in arguments)
    W_query, W_key, v = (each.tolist() for each in rest)
    expected = [
        [[score_by_loops(q, k, W_query, W_key, v) for k in some_keys] for q in some]
        for some, some_keys in zip(
            queries.reshape(-1, NUM_QUERIES, D_QUERY).tolist(),
            keys.reshape(-1, NUM_KEYS, D_KEY).tolist(),
            strict=True,
        )
    ]
    torch.testing.assert_close(
        scores.double().reshape(-1, NUM_QUERIES, NUM_KEYS),
        torch.tensor(expected, dtype=torch.float64),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


def test_batch_axes_broadcast():
    queries, keys, *weights = random_inputs((), torch.float64)
    batch = torch.stack([queries, 2 * queries])
    expected = [additive_scores(q, keys, *weights) for q in batch]
    torch.testing.assert_close(
        additive_scores(batch, keys, *weights), torch.stack(expected)
    )


def test_one_batch_of_keys_serves_many_of_queries_and_the_reverse():
    queries, keys, *weights = random_inputs((3,), torch.float64)
    for ours, theirs in ((queries, keys[:1]), (queries[:1], keys)):
        scores = additive_scores(ours, theirs, *weights)
        wide = (x.expand(3, -1, -1) for x in (ours, theirs))
        torch.testing.assert_close(scores, additive_scores(*wide, *weights))


def module_and_inputs(
    dtype: torch.dtype,
) -> tuple[AdditiveAttention, torch.Tensor, torch.Tensor, torch.Tensor]:
    torch.manual_seed(0)
    attention = AdditiveAttention(D_QUERY, D_KEY, D_HIDDEN).to(dtype)
    queries, keys, *_ = random_inputs((), dtype)
    return attention, queries, keys, torch.randn(NUM_KEYS, D_VALUE).to(dtype)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
def test_the_module_mixes_values_in_the_shares_of_its_scores(dtype: torch.dtype):
    attention, queries, keys, values = module_and_inputs(dtype)
    contexts = attention(queries, keys, values)

    assert contexts.dtype == dtype
    assert contexts.shape == (NUM_QUERIES, D_VALUE)
    scores = additive_scores(
        queries.double(),
        keys.double(),
        attention.W_query.weight.double().T,
        attention.W_key.weight.double().T,
        attention.v.weight[0].double(),
    )
    exponentials = scores.exp()
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    limits = {"rtol": TOLERANCE[dtype], "atol": TOLERANCE[dtype]}
    torch.testing.assert_close(
        attention.weights(queries, keys).double(), weights, **limits
    )
    torch.testing.assert_close(contexts.double(), weights @ values.double(), **limits)


def test_the_module_has_the_parameters_of_the_paper_and_no_bias():
    attention = AdditiveAttention(D_QUERY, D_KEY, D_HIDDEN)
    shapes = {name: tuple(p.shape) for name, p in attention.named_parameters()}
    assert shapes == {
        "W_query.weight": (D_HIDDEN, D_QUERY),
        "W_key.weight": (D_HIDDEN, D_KEY),
        "v.weight": (1, D_HIDDEN),
    }


def test_one_feature_of_each_kind_is_enough():
    attention = AdditiveAttention(1, 1, 1)
    contexts = attention(torch.ones(2, 1), torch.ones(3, 1), torch.ones(3, 1))
    torch.testing.assert_close(contexts, torch.ones(2, 1))


@pytest.mark.parametrize("name", ["d_query", "d_key", "d_hidden"])
def test_the_size_that_is_too_small_is_the_one_that_is_named(name: str):
    sizes = {"d_query": D_QUERY, "d_key": D_KEY, "d_hidden": D_HIDDEN} | {name: 0}
    with pytest.raises(ValueError, match=f"^{name} must be at least 1\\. Got 0\\.$"):
        AdditiveAttention(**sizes)


def test_permuting_the_keys_permutes_the_weights_and_leaves_the_context():
    attention, queries, keys, values = module_and_inputs(torch.float64)
    order = torch.tensor([2, 0, 1])
    torch.testing.assert_close(
        attention.weights(queries, keys[order]),
        attention.weights(queries, keys)[:, order],
    )
    torch.testing.assert_close(
        attention(queries, keys[order], values[order]), attention(queries, keys, values)
    )


def test_gradients_flow_to_words_and_weights():
    arguments = [x.requires_grad_() for x in random_inputs((2,), torch.float64)]
    assert torch.autograd.gradcheck(additive_scores, arguments)


def test_it_compiles_without_a_graph_break():
    attention, queries, keys, values = module_and_inputs(torch.float32)
    compiled = torch.compile(attention, fullgraph=True, backend="eager")
    torch.testing.assert_close(
        compiled(queries, keys, values), attention(queries, keys, values)
    )


@pytest.mark.parametrize("device", DEVICES)
def test_it_computes_where_its_arguments_are(device: str):
    attention, *words = module_and_inputs(torch.float32)
    contexts = attention.to(device)(*(each.to(device) for each in words))
    assert contexts.device.type == device
    assert contexts.shape == (NUM_QUERIES, D_VALUE)


def scores_with(**other: torch.Tensor) -> torch.Tensor:
    names = ("queries", "keys", "W_query", "W_key", "v")
    arguments = dict(zip(names, random_inputs((), torch.float32), strict=True))
    return additive_scores(**arguments | other)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: scores_with(queries=torch.ones(5)),
            "queries must have shape (..., num_queries, d_query). Got (5,).",
        ),
        (
            lambda: scores_with(keys=torch.tensor(1.0)),
            "keys must have shape (..., num_keys, d_key). Got ().",
        ),
        (
            lambda: scores_with(v=torch.ones(11, 1)),
            "v must have shape (d_hidden,). Got (11, 1).",
        ),
        (
            lambda: scores_with(W_query=torch.ones(11, 5)),
            "W_query must have shape (d_query=5, d_hidden=11). Got (11, 5).",
        ),
        (
            lambda: scores_with(keys=torch.ones(3, 5)),
            "W_key must have shape (d_key=5, d_hidden=11). Got (7, 11).",
        ),
        (
            lambda: scores_with(v=torch.ones(7)),
            "W_query must have shape (d_query=5, d_hidden=7). Got (5, 11).",
        ),
        (
            lambda: AdditiveAttention(5, 7, 0),
            "d_hidden must be at least 1. Got 0.",
        ),
        (
            lambda: AdditiveAttention(-1, 7, 11),
            "d_query must be at least 1. Got -1.",
        ),
        (
            lambda: scores_with(queries=torch.ones(2, 3, 5), keys=torch.ones(3, 2, 7)),
            "keys must have batch axes that broadcast with those of queries, (2,). "
            "Got (3,).",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], object], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
