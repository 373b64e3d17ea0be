"""The three steps of dot-product attention, against answers found another way."""

import math
import re
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

from attention import attention_scores, attention_weights, context_vectors

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


def attend(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor
) -> torch.Tensor:
    return context_vectors(attention_weights(attention_scores(queries, keys)), values)


def attend_by_loops(
    queries: list[list[float]], keys: list[list[float]], values: list[list[float]]
) -> list[list[float]]:
    """Python's floats alone: nothing in common with the code under test."""
    contexts = []
    for query in queries:
        scores = [sum(a * b for a, b in zip(query, k, strict=True)) for k in keys]
        exponentials = [math.exp(score - max(scores)) for score in scores]
        weights = [e / math.fsum(exponentials) for e in exponentials]
        columns = list(zip(*values, strict=True))
        contexts.append(
            [math.fsum(w * v for w, v in zip(weights, c, strict=True)) for c in columns]
        )
    return contexts


def test_scores_are_dot_products_found_by_hand():
    queries = torch.tensor([[1.0, 2.0], [0.0, -1.0]])
    keys = torch.tensor([[3.0, 4.0], [5.0, 0.0], [-1.0, 2.0]])
    expected = torch.tensor([[11.0, 5.0, 3.0], [-4.0, 0.0, -2.0]])
    assert torch.equal(attention_scores(queries, keys), expected)


def test_weights_are_shares_of_exponentials_found_by_hand():
    scores = torch.log(torch.tensor([[1.0, 2.0, 5.0], [3.0, 3.0, 3.0]]))
    expected = torch.tensor([[1 / 8, 2 / 8, 5 / 8], [1 / 3, 1 / 3, 1 / 3]])
    torch.testing.assert_close(attention_weights(scores), expected)


def test_context_is_the_weighted_sum_found_by_hand():
    weights = torch.tensor([[0.25, 0.75], [1.0, 0.0]])
    values = torch.tensor([[4.0, 0.0, 8.0], [0.0, 4.0, 16.0]])
    expected = torch.tensor([[1.0, 3.0, 14.0], [4.0, 0.0, 8.0]])
    assert torch.equal(context_vectors(weights, values), expected)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_the_three_steps_equal_loops_over_python_floats(
    batch: tuple[int, ...], dtype: torch.dtype
):
    queries, keys, values = random_inputs(batch, dtype)
    contexts = attend(queries, keys, values)

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
def test_the_three_steps_equal_torchs_own_attention_without_scale(
    batch: tuple[int, ...],
):
    queries, keys, values = random_inputs(batch, torch.float64)
    expected = F.scaled_dot_product_attention(queries, keys, values, scale=1.0)
    torch.testing.assert_close(attend(queries, keys, values), expected)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
def test_each_row_of_weights_is_positive_and_sums_to_one(dtype: torch.dtype):
    queries, keys, _ = random_inputs((2,), dtype)
    weights = attention_weights(attention_scores(queries, keys))

    assert (weights > 0).all()
    sums = weights.double().sum(dim=-1)
    torch.testing.assert_close(
        sums, torch.ones_like(sums), rtol=0, atol=TOLERANCE[dtype]
    )


def test_large_scores_do_not_overflow():
    weights = attention_weights(torch.tensor([[1000.0, 999.0, -1000.0]]))
    share = 1 / (1 + math.exp(-1))
    torch.testing.assert_close(weights, torch.tensor([[share, 1 - share, 0.0]]))


def test_a_score_of_minus_infinity_gives_its_key_no_weight():
    weights = attention_weights(torch.tensor([[0.0, -torch.inf, 0.0]]))
    assert torch.equal(weights, torch.tensor([[0.5, 0.0, 0.5]]))


def test_batch_axes_broadcast():
    queries, keys, values = random_inputs((), torch.float64)
    batch = torch.stack([queries, 2 * queries])
    torch.testing.assert_close(
        attend(batch, keys, values),
        torch.stack([attend(queries, keys, values), attend(2 * queries, keys, values)]),
    )


def test_a_batch_of_one_on_either_side_serves_all_of_the_other():
    queries, keys, values = random_inputs((3,), torch.float64)
    for ours, theirs in ((queries, keys[:1]), (queries[:1], keys)):
        wide = (x.expand(3, -1, -1) for x in (ours, theirs))
        torch.testing.assert_close(
            attention_scores(ours, theirs), attention_scores(*wide)
        )
    weights = attention_weights(attention_scores(queries, keys))
    for ours, theirs in ((weights, values[:1]), (weights[:1], values)):
        wide = (x.expand(3, -1, -1) for x in (ours, theirs))
        torch.testing.assert_close(
            context_vectors(ours, theirs), context_vectors(*wide)
        )


def test_permuting_the_words_permutes_their_context_vectors():
    words = random_inputs((), torch.float64)[1]
    order = torch.tensor([3, 0, 4, 1, 2])
    torch.testing.assert_close(
        attend(words[order], words[order], words[order]),
        attend(words, words, words)[order],
    )


def test_gradients_flow_to_queries_keys_and_values():
    queries, keys, values = (
        x.requires_grad_() for x in random_inputs((2,), torch.float64)
    )
    assert torch.autograd.gradcheck(attend, (queries, keys, values))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: attention_scores(torch.ones(7), torch.ones(5, 7)),
            "queries must have shape (..., num_queries, d_k). Got (7,).",
        ),
        (
            lambda: attention_scores(torch.ones(3, 7), torch.tensor(1.0)),
            "keys must have shape (..., num_keys, d_k). Got ().",
        ),
        (
            lambda: attention_scores(torch.ones(3, 7), torch.ones(2, 7, 5)),
            "keys must have as many features as queries, shape "
            "(..., num_keys, d_k=7). Got (2, 7, 5).",
        ),
        (
            lambda: attention_weights(torch.ones(5)),
            "scores must have shape (..., num_queries, num_keys). Got (5,).",
        ),
        (
            lambda: attention_weights(torch.ones(3, 5, dtype=torch.int64)),
            "scores must be floating point. Got torch.int64.",
        ),
        (
            lambda: context_vectors(torch.ones(5), torch.ones(5, 11)),
            "weights must have shape (..., num_queries, num_keys). Got (5,).",
        ),
        (
            lambda: context_vectors(torch.ones(3, 5), torch.ones(5)),
            "values must have shape (..., num_keys, d_v). Got (5,).",
        ),
        (
            lambda: context_vectors(torch.ones(3, 5), torch.ones(11, 5)),
            "values must have one row for each key, shape "
            "(..., num_keys=5, d_v). Got (11, 5).",
        ),
        (
            lambda: attention_scores(torch.ones(2, 3, 7), torch.ones(3, 5, 7)),
            "keys must have batch axes that broadcast with those of queries, (2,). "
            "Got (3,).",
        ),
        (
            lambda: context_vectors(torch.ones(2, 3, 5), torch.ones(3, 5, 7)),
            "values must have batch axes that broadcast with those of weights, (2,). "
            "Got (3,).",
        ),
        (
            lambda: attention_scores(torch.ones(3, 7).bool(), torch.ones(5, 7).bool()),
            "queries must be numbers. Got torch.bool.",
        ),
        (
            lambda: context_vectors(torch.ones(3, 5), torch.ones(5, 7).bool()),
            "values must be numbers. Got torch.bool.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
