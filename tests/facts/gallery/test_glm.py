"""What docs/gallery/glm.md says in general."""

import torch

from attention import Attention, RotaryPositions
from attention.gallery import outline, release
from tests.attention.expect import random
from tests.facts.gallery.made import (
    count,
    described,
    drawn,
    not_seen_in_a_new_model,
    refused,
    seen_from,
    stored,
)
from tests.facts.says import says


def test_the_parts_of_both_models():
    says(
        "gallery/glm",
        "GLM-4.5 has a mixture of experts like that of DeepSeek-V3, but its attention is grouped like Llama's, and turns half of each head.",
        "MiniMax-M2 is made of the same parts, without dense layers, biases and shared experts.",
        "The first layers have a SwiGLU network instead, and there is a shared expert.",
    )
    glm, m2 = described("glm-4.5"), described("minimax-m2")
    assert (glm.letters, m2.letters) == ("AAA" + 89 * "B", 62 * "A")
    for layer in (*glm.layers.values(), *m2.layers.values()):
        assert layer["attention"].endswith(" heads of 128, 8 keys")
        assert layer["positions"].endswith(", 64 of 128 features")
    assert "experts" not in glm.layers["A"]
    for layer, more in ((glm.layers["B"], True), (m2.layers["A"], False)):
        assert layer["router"] == "DeepSeekRouter"
        assert ("shared expert" in layer) == ("biases" in layer) == more


def test_half_of_each_head_is_turned_if_nothing_is_said():
    says(
        "gallery/glm",
        "`rotary` is given the share that is turned if a config does not say it, 0.5.",
    )
    for said, pairs in (({}, 3), ({"partial_rotary_factor": 1.0}, 6)):
        rope = {"rope_theta": 10000.0, **said}
        model = outline(stored("glm4_moe", head_dim=12, rope_parameters=rope))
        turn = model.blocks[0].attention.rotary
        assert (len(turn.frequencies), turn.width) == (pairs, 12)


def test_what_is_not_turned_has_no_distance():
    says(
        "gallery/glm",
        "The first half of the features of a query or key is turned by its position, and the second half stays as it is.",
        "What these features add to a score does not depend on the distance between two tokens.",
        "The turned half.",
        "The scores then depend on the other half alone, which has no positions.",
    )
    turn, x = RotaryPositions(64, 6, width=12), random(40, 12)
    turned = turn(x.float()).double()
    assert torch.equal(turned[:, 6:], x[:, 6:].float().double())
    assert (turned[1:, :6] - x[1:, :6]).abs().amin(dim=0).max() > 1e-4
    x = random(20, 32, seed=1)
    for half, same in ((slice(0, 6), True), (slice(6, 12), False)):
        layer = Attention(32, 32, 64, 0.0, 4, head_dim=12, rotary=turn).double()
        layer.W_query.weight.data.unflatten(0, (4, 12))[:, half] = 0
        for seed in range(3):
            order = torch.randperm(19, generator=torch.Generator().manual_seed(seed))
            shuffled = torch.cat([x[order], x[19:]])
            off = (layer(shuffled)[19] - layer(x)[19]).abs().max()
            assert (off < 1e-12) == same


def test_norms_in_each_head_and_over_all():
    says(
        "gallery/glm",
        "Queries and keys are normalised in each head, before they are turned.",
        "The mean square of a query is taken over the features of all heads together, so the query of one head can be longer if those of others are shorter, as in OLMo 2.",
        "Each feature of all heads has a scale of its own.",
        "A norm in each head has one scale for each feature of a head, and all heads use the same.",
    )
    for name, axes in (("glm4_moe", (-1,)), ("minimax_m2", (-3, -1))):
        layer = drawn(name).blocks[0].attention
        scale, layer.rotary = layer.W_query.norm.scale, None
        assert scale.numel() == (10 if name == "glm4_moe" else 40)
        plain = layer.project(random(1, 9, 24))[0] / scale.view(-1, 1, 10)
        mean = plain.square().mean(dim=axes)  # of (1, heads, tokens, 10)
        torch.testing.assert_close(mean, torch.ones_like(mean), rtol=1e-4, atol=0.0)
        sizes = plain.square().mean(dim=-1)
        assert (sizes.amax(1) > 1.5 * sizes.amin(1)).any() == (name == "minimax_m2")
    for entry in (True, False):
        layer = drawn("glm4_moe", use_qk_norm=entry).blocks[0].attention
        assert hasattr(layer.W_query, "norm") == entry


def test_one_token_does_not_show_mistakes_in_attention():
    says(
        "gallery/glm",
        "The mistakes in attention change nothing at the first token, which has one key, of weight 1.",
        "The bias of the router is seen at once, but only if it is not 0, and in a new model it is.",
    )
    seen_from("minimax_m2", 1, "all turned", "heads normed alone")
    seen_from("glm4_moe", 1, "all turned")
    for name in ("glm4_moe", "minimax_m2"):
        seen_from(name, 0, "no bias of the router")
        not_seen_in_a_new_model(name, "no bias of the router")


def test_what_both_keep_and_the_count_of_the_report():
    says(
        "gallery/glm",
        "A layer of either keeps keys and values of as many groups, of the same width.",
        "So GLM-4.5 keeps more only because it has more layers.",
        "What this layer has besides, a projection and three norms, is a twentieth of a billion.",
    )
    for name in ("glm-4.5", "minimax-m2"):
        assert {kept.growing for kept in count(name).layers} == {2 * 8 * 128}
    width = release("glm-4.5").config["hidden_size"]
    besides = 2 * width * width + 3 * width  # as DeepSeek-V3's module
    assert round(besides / 1e9, 2) == 0.05


def test_other_layers_and_models_are_refused():
    says(
        "gallery/glm",
        "In ours, all layers are of one kind, and another one is refused:",
        "The models that read images, such as `glm4v_moe`, are refused by their `model_type`.",
    )
    config = stored("minimax_m2", attn_type_list=[1, 1, 1, 1])
    refused("attn_type_list must be", config, attn_type_list=[1, 1, 1, 0])
    refused("model_type must be one of", config, model_type="glm4v_moe")
