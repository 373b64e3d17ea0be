"""Seeded projections, against the layers whose weights they have."""

import pytest
import torch

from attention import SelfAttentionV1, SelfAttentionV2, attention_weights
from attention.examples import inputs, seeded_projections, seeded_scores


@pytest.mark.parametrize("make", [SelfAttentionV1, SelfAttentionV2])
def test_projections_and_scores_give_what_the_layer_gives(make):
    torch.manual_seed(123)
    expected = make(3, 2)(inputs).detach()
    torch.manual_seed(0)
    number = torch.rand(())
    torch.manual_seed(0)
    queries, keys, values = seeded_projections(make, 123)
    scores = seeded_scores(make, 123)
    assert torch.equal(torch.rand(()), number)  # the generator is left as it was
    torch.testing.assert_close(scores, queries @ keys.T / 2**0.5)
    torch.testing.assert_close(attention_weights(scores) @ values, expected)


def test_no_gpu_is_asked_for_its_generator_or_given_the_seed(monkeypatch):
    asked = []
    monkeypatch.setattr(torch.cuda, "get_rng_state", asked.append)
    monkeypatch.setattr(torch.cuda, "manual_seed_all", asked.append)
    seeded_projections(SelfAttentionV2, 123)
    assert not asked
