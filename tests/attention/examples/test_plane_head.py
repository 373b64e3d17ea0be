"""The head in the plane: what pages and figures rely on."""

import torch

from attention import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
    scaled_dot_product_attention,
)


def test_each_pronoun_has_a_clear_winner_and_takes_its_value():
    contexts, weights = scaled_dot_product_attention(
        plane_queries, plane_keys, plane_values
    )
    for pronoun, noun in (("she", "ada"), ("it", "boat")):
        asks, answers = plane_tokens.index(pronoun), plane_tokens.index(noun)
        assert weights[asks, answers] > 0.9
        distances = (contexts[asks] - plane_values).norm(dim=-1)
        assert distances.argmin() == answers


def test_a_verb_reads_both_nouns_alike():
    _, weights = scaled_dot_product_attention(plane_queries, plane_keys, plane_values)
    ada, boat = map(plane_tokens.index, ("ada", "boat"))
    for verb in map(plane_tokens.index, ("sold", "misses")):
        assert weights[verb, ada] == weights[verb, boat] > 0.39


def test_there_is_one_vector_of_each_kind_for_each_word():
    shape = torch.Size([len(plane_tokens), 2])
    assert plane_queries.shape == plane_keys.shape == plane_values.shape == shape
