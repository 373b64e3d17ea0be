"""Additive attention, against loops over Python's floats."""

import math

import torch
from torch import Tensor

from attention import AdditiveAttention, additive_scores
from tests.attention.expect import random, refusal

QUERIES, KEYS, D_QUERY, D_KEY, D_HIDDEN, D_VALUE = 2, 3, 5, 7, 11, 13


def arguments(*batch: int) -> tuple[Tensor, ...]:
    return (
        random(*batch, QUERIES, D_QUERY),
        random(KEYS, D_KEY, seed=1),
        random(D_QUERY, D_HIDDEN, seed=2),
        random(D_KEY, D_HIDDEN, seed=3),
        random(D_HIDDEN, seed=4),
    )


def score_by_loops(
    query: Tensor, key: Tensor, W_query: Tensor, W_key: Tensor, v: Tensor
) -> float:
    total = 0.0
    for h in range(D_HIDDEN):
        inner = sum(query[i].item() * W_query[i, h].item() for i in range(D_QUERY))
        inner += sum(key[i].item() * W_key[i, h].item() for i in range(D_KEY))
        total += v[h].item() * math.tanh(inner)
    return total


def test_scores_are_those_of_loops_for_any_batch():
    queries, keys, *weights = arguments(2)
    scores = additive_scores(queries, keys, *weights)
    expected = [
        [[score_by_loops(q, k, *weights) for k in keys] for q in row] for row in queries
    ]
    torch.testing.assert_close(scores, torch.tensor(expected, dtype=torch.float64))


def test_the_module_mixes_values_in_the_shares_of_its_scores():
    torch.manual_seed(0)
    module = AdditiveAttention(D_QUERY, D_KEY, D_HIDDEN).double()
    queries, keys, *_ = arguments()
    values = random(KEYS, D_VALUE)
    contexts, weights = module.attend(queries, keys, values)
    scores = additive_scores(
        queries,
        keys,
        module.W_query.weight.T,
        module.W_key.weight.T,
        module.v.weight[0],
    )
    torch.testing.assert_close(weights, scores.softmax(dim=-1))
    torch.testing.assert_close(contexts, weights @ values)
    assert torch.equal(module(queries, keys, values), contexts)
    assert sorted(module.state_dict()) == ["W_key.weight", "W_query.weight", "v.weight"]


def test_what_would_broadcast_in_silence_is_refused():
    queries, keys, W_query, W_key, v = arguments()
    with refusal("W_key must have shape (d_key=7, d_hidden=11). Got (7, 1)."):
        additive_scores(queries, keys, W_query, W_key[:, :1], v)
    with refusal("W_query must have shape (d_query=5, d_hidden=11). Got (11, 5)."):
        additive_scores(queries, keys, W_query.T, W_key, v)
    with refusal("v must have shape (d_hidden,). Got (11, 1)."):
        additive_scores(queries, keys, W_query, W_key, v[:, None])
    with refusal("keys must have shape (..., num_keys, d_key). Got (7,)."):
        additive_scores(queries, keys[0], W_query, W_key, v)
