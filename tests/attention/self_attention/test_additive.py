"""Additive attention, against its formula for one query and one key."""

import torch

from attention import AdditiveAttention, record_weights
from tests.attention.expect import random

QUERIES, KEYS, D_QUERY, D_KEY, D_HIDDEN, D_VALUE = 2, 3, 5, 7, 11, 13


def test_the_module_mixes_values_in_the_shares_of_its_scores_for_any_batch():
    torch.manual_seed(0)
    module = AdditiveAttention(D_QUERY, D_KEY, D_HIDDEN).double()
    queries, keys = random(4, QUERIES, D_QUERY), random(KEYS, D_KEY, seed=1)
    values = random(KEYS, D_VALUE)
    with record_weights(module) as recorded:
        contexts = module(queries, keys, values)
    weights = recorded["attend"]
    for b in range(4):
        for i in range(QUERIES):
            query = module.W_query(queries[b, i])
            scores = [module.v((query + module.W_key(key)).tanh()) for key in keys]
            e = torch.cat(scores).exp()
            torch.testing.assert_close(weights[b, i], e / e.sum())
    torch.testing.assert_close(contexts, weights @ values)
