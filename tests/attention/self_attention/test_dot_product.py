"""The three steps, against answers found by hand."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import attention_scores, attention_weights, context_vectors
from tests.attention.expect import random, refusal

QUERIES = torch.tensor([[1.0, 2.0], [0.0, -1.0], [3.0, 0.0]])
KEYS = torch.tensor([[1.0, 0.0], [2.0, 1.0]])


def test_a_score_is_the_dot_product_of_a_query_and_a_key():
    scores = attention_scores(QUERIES, KEYS)
    assert scores.tolist() == [[1.0, 4.0], [0.0, -1.0], [3.0, 6.0]]


def test_weights_are_the_softmax_of_each_row():
    scores = torch.tensor([[0.0, 1.0], [2.0, 0.0]]) * torch.tensor(3.0).log()
    expected = torch.tensor([[0.25, 0.75], [0.9, 0.1]])
    torch.testing.assert_close(attention_weights(scores), expected)


def test_a_context_vector_is_the_weighted_sum_of_the_values():
    weights = torch.tensor([[0.25, 0.75], [1.0, 0.0]])
    values = torch.tensor([[4.0, 0.0, 8.0], [0.0, 4.0, -8.0]])
    expected = [[1.0, 3.0, -4.0], [4.0, 0.0, 8.0]]
    assert context_vectors(weights, values).tolist() == expected


@given(
    st.sampled_from([((), ()), ((2,), ()), ((), (7,)), ((7, 1), (2,)), ((1,), (7,))])
)
def test_batch_axes_broadcast(batches: tuple[tuple[int, ...], tuple[int, ...]]):
    ours, theirs = batches
    queries, keys = random(*ours, 3, 5), random(*theirs, 11, 5)
    values = random(*theirs, 11, 13)
    contexts = context_vectors(attention_scores(queries, keys), values)
    expected = torch.einsum("...qd,...kd,...kv->...qv", queries, keys, values)
    torch.testing.assert_close(contexts, expected)


def test_a_wrong_argument_is_named_with_what_was_expected():
    x, three = torch.ones(2, 3), torch.ones(3)
    with refusal("queries must have shape (..., num_queries, d_k). Got (3,)."):
        attention_scores(three, x)
    with refusal(
        "keys must have as many features as queries, shape "
        "(..., num_keys, d_k=3). Got (3, 2)."
    ):
        attention_scores(x, x.T)
    with refusal("scores must have shape (..., num_queries, num_keys). Got (3,)."):
        attention_weights(three)
    with refusal("scores must be floating point. Got torch.int64."):
        attention_weights(x.long())
    with refusal("weights must have shape (..., num_queries, num_keys). Got (3,)."):
        context_vectors(three, x)
    with refusal(
        "values must have one row for each key, shape "
        "(..., num_keys=3, d_v). Got (2, 3)."
    ):
        context_vectors(x, x)
