"""The toy head: seven words with queries, keys and values made by hand."""

import torch

from attention import (
    scaled_dot_product_attention,
    toy_keys,
    toy_queries,
    toy_tokens,
    toy_values,
)


def test_there_is_one_query_one_key_and_one_value_for_each_word():
    assert toy_tokens == ("your", "journey", "starts", "with", "the", "first", "step")
    for matrix in (toy_queries, toy_keys, toy_values):
        assert matrix.shape == (len(toy_tokens), 3)
        assert matrix.dtype == torch.float32


def test_each_word_has_the_vectors_that_the_course_gives_it():
    rows = {
        "queries": ".1 .2 .3|.8 .1 .2|.3 .8 .1|.2 .4 .3|.1 .1 .1|.3 .6 .2|.6 .2 .5",
        "keys": ".9 .1 .2|.3 .7 .2|.1 .9 .3|.1 .2 .8|.1 .1 .1|.2 .7 .3|.5 .2 .5",
        "values": "1 0 0|.2 1 0|0 .8 .6|0 .3 .9|0 0 0|.3 .9 .1|.1 .6 .9",
    }
    given = {"queries": toy_queries, "keys": toy_keys, "values": toy_values}
    for name, text in rows.items():
        expected = [[float(x) for x in row.split()] for row in text.split("|")]
        assert torch.equal(given[name], torch.tensor(expected)), name


def test_journeys_weights_are_nearly_equal():
    identity = torch.eye(len(toy_tokens))  # as values: the context is the weights
    weights = scaled_dot_product_attention(toy_queries, toy_keys, identity)[1]
    expected = torch.tensor([0.1796, 0.1409, 0.1315, 0.1338, 0.1227, 0.1361, 0.1554])
    torch.testing.assert_close(weights, expected, rtol=0, atol=1e-4)
