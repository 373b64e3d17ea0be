"""The core with a factor, a cap and sinks, in a layer and alone."""

import copy

import pytest
import torch

import attention as a
from tests.attention.expect import assert_close, numbered, random

MASK = a.causal_mask(5)
Q, K, V = (random(2, 3, 5, 4, seed=n) for n in range(3))


def test_neutral_settings_are_the_core_and_sinks_those_of_their_function():
    expected = a.scaled_dot_product_attention(Q, K, V, MASK)
    assert_close([*a.AttentionCore()(Q, K, V, MASK)], [*expected])
    assert_close([*a.AttentionCore(cap=1e9)(Q, K, V, MASK)], [*expected], 1e-7)
    core = numbered(a.AttentionCore(num_sinks=3))
    expected = a.core_attention(Q, K, V, MASK, sinks=core.sinks)
    assert_close([*core(Q, K, V, MASK)], [*expected])


def test_the_factor_is_another_scale_and_the_cap_bounds_what_is_scaled():
    scores = 3 * Q @ K.mT / 2
    scores = 0.5 * torch.tanh(scores / 0.5)
    weights = scores.masked_fill(~MASK, -torch.inf).softmax(dim=-1)
    assert_close(a.AttentionCore(3.0, cap=0.5)(Q, K, V, MASK), (weights @ V, weights))


def test_sinks_belong_to_the_layer_and_a_copy_has_its_own():
    core = a.AttentionCore(num_sinks=3)
    layer = numbered(a.Attention(7, 6, 5, 0.0, 3, attend=core))
    assert "attend.sinks" in layer.state_dict()
    x, again = random(5, 7), copy.deepcopy(layer)
    before = layer(x)
    layer.attend.sinks.data += 1
    assert not torch.allclose(layer(x), before)
    assert_close(again(x), before)
    layer.attend = a.AttentionCore()  # may be replaced, also by a module
    assert "attend.sinks" not in layer.state_dict()
    with a.record_weights(layer) as weights:
        layer(x)
    assert_close(weights["attend"].sum(dim=-1), torch.ones(3, 5).double())


@pytest.mark.parametrize("absorbed", [False, True])
def test_latent_attention_has_the_same_factor_both_ways(absorbed: bool):
    layer = numbered(a.LatentAttention(7, 5, 9, 0.0, 3, 5, 11, 2))
    layer.attend = a.AttentionCore(1.7, num_sinks=3).double()
    x = random(2, 5, 7)
    assert_close(layer.forward_with_cache(x)[0], layer(x))
