"""What docs/frontier/deepseek.md says in general."""

import pytest
import torch
from torch import Tensor

from attention import (
    DeepSeek,
    DeepSeekRouter,
    load_deepseek,
    read_safetensors,
    rms_norm,
    shapes_only,
    tiny_deepseek,
)
from tests.attention.expect import assert_close, random


def tiny() -> DeepSeek:
    return load_deepseek(tiny_deepseek(), torch.float64)


def test_the_formulas_of_queries_and_latent_vectors():
    layer, x = tiny().blocks[0].attention, random(7, 24)
    linear, norm = layer.W_latent
    c = rms_norm(x @ linear.weight.T, norm.scale, 1e-6)
    assert_close(layer.project(x)[1][:, :14], c)
    down, norm, up = layer.W_query
    q = rms_norm(x @ down.weight.T, norm.scale, 1e-6) @ up.weight.T
    unrotated = layer.project(x)[0][..., :10].transpose(0, 1)
    assert_close(unrotated, q.view(7, 3, 16)[..., :10])


@pytest.mark.parametrize(
    ("experts", "groups", "top_groups", "top_k"),
    [(8, 4, 2, 3), (21, 7, 3, 5), (10, 1, 1, 3), (256, 8, 4, 8)],
)
def test_the_formula_and_the_rules_of_the_router(
    experts: int, groups: int, top_groups: int, top_k: int
):
    router = DeepSeekRouter(5, experts, top_k, groups, top_groups, 2.5).double()
    router.W_router.weight.data = random(experts, 5, seed=2)
    router.bias.data = random(experts, seed=3) / 4
    x = random(40, 5, seed=4)
    for token, chosen, weights in zip(x, *router(x), strict=True):
        s = torch.sigmoid(router.W_router.weight @ token).tolist()
        z = [s_e + b_e for s_e, b_e in zip(s, router.bias.tolist(), strict=True)]
        each = experts // groups
        members = [range(g * each, g * each + each) for g in range(groups)]
        best = sorted(members, key=lambda m: -sum(sorted(z[e] for e in m)[-2:]))
        allowed = [e for group in best[:top_groups] for e in group]
        C = sorted(allowed, key=lambda e: -z[e])[:top_k]
        g = {e: 2.5 * s[e] / sum(s[j] for j in C) for e in C}
        assert set(chosen.tolist()) == set(C)
        for e, weight in zip(chosen.tolist(), weights.tolist(), strict=True):
            assert weight == pytest.approx(g[e], abs=1e-12)


def test_a_layer_keeps_one_vector_and_both_ways_agree():
    for block in tiny().blocks:
        layer, x = block.attention, random(2, 11, 24)
        absorbed, cache = layer.forward_with_cache(x)
        assert cache.compressed.shape == (2, 11, 14 + 6)
        assert sum(isinstance(kept, Tensor) for kept in cache) == 1
        assert_close(absorbed, layer(x))


def assert_wrong_root() -> None:
    """Smaller queries are the root of the absorbed width, 20, in the place of 16's."""
    layer, x = tiny().blocks[0].attention, random(7, 24)
    queries, compressed = layer.project(x)
    plain, rotated = queries.split([10, 6], dim=-1)
    plain = plain @ layer.W_key.weight.view(3, 10, 14)
    scores = torch.cat([plain, rotated], dim=-1) @ compressed.T / 20**0.5
    weights = scores.masked_fill(torch.ones(7, 7).triu(1) > 0, -torch.inf).softmax(-1)
    contexts = weights @ compressed[:, :14] @ layer.W_value.weight.view(3, 10, 14).mT
    expected = layer.out_proj(contexts.transpose(0, 1).reshape(7, 30))
    layer.W_query[2].weight.data *= (16 / 20) ** 0.5
    assert_close(layer(x), expected)


def test_the_first_position_hides_mistakes_in_attention():
    assert_wrong_root()
    stored = read_safetensors(tiny_deepseek() / "logits.safetensors")
    for mistake in range(2):
        model = tiny()
        for block in model.blocks:
            layer = block.attention
            if mistake:
                layer.W_query[2].weight.data *= (16 / 20) ** 0.5
            else:
                rows = layer.W_rotary.weight.data.view(2, 3, 24)
                layer.W_rotary.weight.data = rows.transpose(0, 1).reshape(6, 24)
        off = (model(stored["ids"]) - stored["logits"]).abs().amax(dim=-1)[0]
        assert off[0] < 2e-6
        assert (off[1:] > 2e-5).all()


def test_blocks_of_a_kind_have_the_same_sizes():
    with shapes_only():
        model = DeepSeek(61, 7, 10, 9, 4, 3, 4, 2, 5, 6, 11, 3, 5, 2)
    sizes = [[p.shape for p in block.parameters()] for block in model.blocks]
    assert sizes[:4] == [sizes[0]] * 4
    assert sizes[4:] == [sizes[4]] * 5
    assert sizes[0] != sizes[4]


def test_biases_that_rise_together_change_nothing():
    router = DeepSeekRouter(5, 21, 5, 7, 3).double()
    router.bias.data = random(21, seed=3) / 4
    x = random(500, 5)
    chosen, weights = router(x)
    for rise in (-3.0, 0.1, 7.0):
        router.bias.data += rise
        for found, expected in zip(router(x), (chosen, weights), strict=True):
            assert_close(found.double(), expected.double())


def test_how_many_experts_a_batch_needs():
    """With random scores each expert is used by 8 of 256 tokens, groups or none."""
    router = DeepSeekRouter(1, 256, 8, 8, 4)
    scores = torch.rand(51_200, 256, generator=torch.Generator().manual_seed(123))
    used = router.choose(scores).flatten().bincount(minlength=256)
    assert (used / 51_200 - 8 / 256).abs().max() < 0.004
