"""Seeded projections, against the layers whose weights they name."""

import re

import pytest
import torch

from attention import (
    SelfAttentionV1,
    SelfAttentionV2,
    attention_weights,
    inputs,
    scaled_attention_scores,
    seeded_projections,
    seeded_scores,
)

SETS = {
    "v2-789": (SelfAttentionV2, 789),
    "v1-123": (SelfAttentionV1, 123),
    "v2-123": (SelfAttentionV2, 123),
}


@pytest.mark.parametrize("name", SETS)
def test_projections_give_what_the_layer_gives(name: str):
    make, seed = SETS[name]
    torch.manual_seed(seed)
    expected = make(3, 2)(inputs)
    queries, keys, values = seeded_projections(name)
    scores = scaled_attention_scores(queries, keys)
    torch.testing.assert_close(attention_weights(scores) @ values, expected)
    torch.testing.assert_close(seeded_scores(name), scores)


def test_v1s_projections_are_those_of_v2_with_the_weights_copied():
    torch.manual_seed(123)
    v1, v2 = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)
    v2.load_state_dict({f"{key}.weight": w.T for key, w in v1.state_dict().items()})
    layers = (v2.W_query, v2.W_key, v2.W_value)
    for projection, layer in zip(seeded_projections("v1-123"), layers, strict=True):
        torch.testing.assert_close(projection, layer(inputs).detach())


@pytest.mark.parametrize("name", SETS)
def test_the_generator_is_left_as_it_was(name: str):
    torch.manual_seed(0)
    expected = torch.rand(3)
    torch.manual_seed(0)
    seeded_projections(name)
    assert torch.equal(torch.rand(3), expected)


@pytest.mark.parametrize("name", SETS)
def test_they_need_no_gradient_and_each_call_returns_its_own(name: str):
    first, second = seeded_projections(name), seeded_projections(name)
    for tensor, again in zip(first, second, strict=True):
        assert tensor.shape == (6, 2)
        assert not tensor.requires_grad
        tensor.zero_()
        assert again.any()


def test_no_gpu_is_asked_for_its_generator(monkeypatch: pytest.MonkeyPatch):
    asked = []
    count = max(1, torch.cuda.device_count())
    monkeypatch.setattr(torch.cuda, "device_count", lambda: count)
    monkeypatch.setattr(torch.cuda, "get_rng_state", asked.append)
    seeded_projections("v2-123")
    assert not asked


def test_no_gpu_is_given_the_seed(monkeypatch: pytest.MonkeyPatch):
    given = []
    monkeypatch.setattr(torch.cuda, "manual_seed_all", given.append)
    seeded_projections("v2-123")
    assert not given


def test_an_unknown_name_is_answered_with_those_that_there_are():
    message = "name must be one of v2-789, v1-123, v2-123. Got 'v3'."
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        seeded_projections("v3")
