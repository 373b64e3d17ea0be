"""The data of the examples: what pages rely on."""

import torch

from attention import (
    SelfAttentionV2,
    W_key,
    W_query,
    W_value,
    attention_weights,
    inputs,
    position_table,
    scaled_attention_scores,
    sentence,
    split_words,
    story,
    story_ids,
    story_vocabulary,
    target_inputs,
    target_tokens,
    tokens,
    toy_keys,
    toy_queries,
    toy_tokens,
)

PAIRS = ["ada mira", "apples pears", "north south", "morning evening", "red blue"]


def test_the_words_are_those_of_the_sentence_and_the_story():
    assert split_words(sentence) == list(tokens)
    assert [story_vocabulary[i] for i in story_ids] == split_words(story)
    assert list(story_vocabulary) == sorted(set(split_words(story)))


def test_the_words_of_a_pair_occur_equally_often_or_nearly():
    words = split_words(story)
    for pair in PAIRS:
        first, second = map(words.count, pair.split())
        assert first >= 3
        assert abs(first - second) <= 1


def test_the_example_head_gives_the_context_vectors_of_the_course():
    head = SelfAttentionV2(3, 2)
    weights = {"W_query": W_query, "W_key": W_key, "W_value": W_value}
    head.load_state_dict({f"{name}.weight": matrix for name, matrix in weights.items()})
    first = head(inputs + position_table[:6])[0].detach()
    torch.testing.assert_close(first, torch.tensor([0.0908, 0.0920]), rtol=0, atol=6e-5)


def test_the_toy_heads_journey_has_weights_that_are_nearly_equal():
    weights = attention_weights(scaled_attention_scores(toy_queries, toy_keys))
    journey = weights[toy_tokens.index("journey")]
    expected = [0.1796, 0.1409, 0.1315, 0.1338, 0.1227, 0.1361, 0.1554]
    torch.testing.assert_close(journey, torch.tensor(expected), rtol=0, atol=1e-4)


def test_each_translated_word_is_near_the_one_that_it_translates():
    nearest = torch.cdist(target_inputs, inputs).argsort(dim=-1)
    translated = [tokens.index(word) for word in ("with", "one", "step")]
    assert nearest[:3, 0].tolist() == translated
    assert tokens.index("starts") in nearest[3, :2]  # journey is as near
    assert len(target_tokens) == len(target_inputs)
