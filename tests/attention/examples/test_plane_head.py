"""The head in the plane: what pages and figures rely on."""

from attention import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
    scaled_dot_product_attention,
)


def test_a_pronoun_has_a_winner_whose_value_it_takes_and_a_verb_reads_both_nouns():
    vectors = plane_queries, plane_keys, plane_values
    assert [tuple(v.shape) for v in vectors] == [(len(plane_tokens), 2)] * 3
    contexts, weights = scaled_dot_product_attention(*vectors)
    place = {word: i for i, word in enumerate(plane_tokens)}
    for pronoun, noun in (("she", "ada"), ("it", "boat")):
        asks, answers = place[pronoun], place[noun]
        assert weights[asks, answers] > 0.9
        distances = (contexts[asks] - plane_values).norm(dim=-1)
        assert distances.argmin() == answers
    for verb in ("sold", "misses"):
        of_verb = weights[place[verb]]
        assert of_verb[place["ada"]] == of_verb[place["boat"]] > 0.39
