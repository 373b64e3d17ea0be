"""The data of the examples: what pages rely on."""

import torch

import attention as a

PAIRS = ["ada mira", "apples pears", "north south", "morning evening", "red blue"]


def test_the_words_are_those_of_the_sentence_and_the_story():
    assert a.split_words(a.sentence) == list(a.tokens)
    assert [a.story_vocabulary[i] for i in a.story_ids] == a.split_words(a.story)
    assert list(a.story_vocabulary) == sorted(set(a.split_words(a.story)))


def test_the_words_of_a_pair_occur_equally_often_or_nearly():
    words = a.split_words(a.story)
    for pair in PAIRS:
        first, second = map(words.count, pair.split())
        assert first >= 3
        assert abs(first - second) <= 1


def test_the_example_head_gives_the_context_vectors_of_the_course():
    head = a.SelfAttentionV2(3, 2)
    weights = {"W_query": a.W_query, "W_key": a.W_key, "W_value": a.W_value}
    head.load_state_dict({f"{name}.weight": matrix for name, matrix in weights.items()})
    first = head(a.inputs + a.position_table[:6])[0].detach()
    torch.testing.assert_close(first, torch.tensor([0.0908, 0.0920]), rtol=0, atol=6e-5)


def test_the_toy_heads_journey_has_weights_that_are_nearly_equal():
    weights = a.attention_weights(a.scaled_attention_scores(a.toy_queries, a.toy_keys))
    journey = weights[a.toy_tokens.index("journey")]
    expected = [0.1796, 0.1409, 0.1315, 0.1338, 0.1227, 0.1361, 0.1554]
    torch.testing.assert_close(journey, torch.tensor(expected), rtol=0, atol=1e-4)


def test_each_translated_word_is_near_the_one_that_it_translates():
    nearest = torch.cdist(a.target_inputs, a.inputs).argsort(dim=-1)
    translated = [a.tokens.index(word) for word in ("with", "one", "step")]
    assert nearest[:3, 0].tolist() == translated
    assert a.tokens.index("starts") in nearest[3, :2]  # journey is as near
    assert len(a.target_tokens) == len(a.target_inputs)
