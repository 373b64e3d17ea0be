"""Additive attention, against its formula for one query and one key."""

import torch

from attention import AdditiveAttention, additive_scores
from tests.attention.expect import random, refuses

QUERIES, KEYS, D_QUERY, D_KEY, D_HIDDEN, D_VALUE = 2, 3, 5, 7, 11, 13


def test_the_module_mixes_values_in_the_shares_of_its_scores_for_any_batch():
    torch.manual_seed(0)
    module = AdditiveAttention(D_QUERY, D_KEY, D_HIDDEN).double()
    queries, keys = random(4, QUERIES, D_QUERY), random(KEYS, D_KEY, seed=1)
    values = random(KEYS, D_VALUE)
    contexts, weights = module.attend(queries, keys, values)
    for b in range(4):
        for i in range(QUERIES):
            query = module.W_query(queries[b, i])
            scores = [module.v((query + module.W_key(key)).tanh()) for key in keys]
            e = torch.cat(scores).exp()
            torch.testing.assert_close(weights[b, i], e / e.sum())
    torch.testing.assert_close(contexts, weights @ values)
    assert torch.equal(module(queries, keys, values), contexts)


def test_what_would_broadcast_in_silence_is_refused():
    queries, keys, v = random(QUERIES, D_QUERY), random(KEYS, D_KEY), random(D_HIDDEN)
    W_query, W_key = random(D_QUERY, D_HIDDEN), random(D_KEY, D_HIDDEN)
    refuses(
        lambda: additive_scores(queries, keys, W_query, W_key[:, :1], v),
        "W_key must have shape (d_key=7, d_hidden=11). Got (7, 1).",
        lambda: additive_scores(queries, keys, W_query.T, W_key, v),
        "W_query must have shape (d_query=5, d_hidden=11). Got (11, 5).",
        lambda: additive_scores(queries, keys, W_query, W_key, v[:, None]),
        "v must have shape (d_hidden,). Got (11, 1).",
        lambda: additive_scores(queries, keys[0], W_query, W_key, v),
        "keys must have shape (..., num_keys, d_key). Got (7,).",
    )
