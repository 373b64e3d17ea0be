"""What docs/gallery/glm.md says in general."""

from typing import Any

import pytest
import torch

from attention import Attention, Decoder, RotaryPositions
from attention.examples import drawn_checkpoint
from attention.frontier.deepseek_router import DeepSeekRouter
from attention.gallery import build, count, describe, outline, release
from tests.attention.expect import random
from tests.attention.gallery.dense_cases import heads_normed_alone
from tests.attention.gallery.special_cases import without_bias_of_router
from tests.facts.says import says

IDS = drawn_checkpoint("glm4_moe").ids[None]
BOTH = ("glm4_moe", "minimax_m2")


def drawn(name: str, seed: int, **entries: object) -> Decoder:
    """A model of a stored config, with other numbers in float64."""
    model = build({**drawn_checkpoint(name).config, **entries}).double().eval()
    for n, (called, parameter) in enumerate(model.named_parameters()):
        size = random(*parameter.shape, seed=100 * seed + n) / 5
        parameter.data = size + ("scale" in called)
    return model


def all_turned(model: Decoder) -> None:
    for block in model.blocks:
        block.attention.rotary = RotaryPositions(160, 10).double()


def test_the_parts_of_both_models():
    says(
        "gallery/glm",
        "GLM-4.5 has a mixture of experts like that of DeepSeek-V3, but its attention is grouped like Llama's, and turns half of each head.",
        "MiniMax-M2 is made of the same parts, without dense layers, biases and shared experts.",
        "The first layers have a SwiGLU network instead, and there is a shared expert.",
    )
    for name, dense, biased, shared in (
        ("glm-4.5", 3, True, True),
        ("minimax-m2", 0, False, False),
    ):
        config = {**release(name).config, "num_hidden_layers": 4}
        for number, block in enumerate(outline(config).blocks):
            layer: Any = block.attention
            assert isinstance(layer, Attention)
            assert layer.num_kv_groups == 8
            turn: Any = layer.rotary
            assert 4 * len(turn.frequencies) == turn.width == 128
            assert (layer.W_value.bias is not None) == biased
            part: Any = block.feed_forward
            assert hasattr(part, "router") == (number >= dense)
            if number >= dense:
                assert isinstance(part.router, DeepSeekRouter)
                assert (part.shared is not None) == shared


def test_half_of_each_head_is_turned_if_nothing_is_said():
    says(
        "gallery/glm",
        "`rotary` is given the share that is turned if a config does not say it, 0.5.",
    )
    config = drawn_checkpoint("glm4_moe").config
    for said, pairs in (({}, 3), ({"partial_rotary_factor": 1.0}, 6)):
        rope = {"rope_theta": 10000.0, **said}
        model = outline({**config, "head_dim": 12, "rope_parameters": rope})
        turn: Any = model.blocks[0].attention.rotary
        assert (len(turn.frequencies), turn.width) == (pairs, 12)


def test_what_is_not_turned_has_no_distance():
    says(
        "gallery/glm",
        "The first half of the features of a query or key is turned by its position, and the second half stays as it is.",
        "What these features add to a score does not depend on the distance between two tokens.",
        "The turned half.",
        "The scores then depend on the other half alone, which has no positions.",
    )
    turn = RotaryPositions(64, 6, width=12)
    x = random(40, 12)
    turned = turn(x.float()).double()
    assert torch.equal(turned[:, 6:], x[:, 6:].float().double())
    assert (turned[1:, :6] - x[1:, :6]).abs().amin(dim=0).max() > 1e-4
    x = random(20, 32, seed=1)
    layer = Attention(32, 32, 64, 0.0, 4, head_dim=12, rotary=turn).double()
    for half, same in ((slice(0, 6), True), (slice(6, 12), False)):
        other = Attention(32, 32, 64, 0.0, 4, head_dim=12, rotary=turn).double()
        other.load_state_dict(layer.state_dict())
        other.W_query.weight.data.unflatten(0, (4, 12))[:, half] = 0
        for seed in range(3):
            order = torch.randperm(19, generator=torch.Generator().manual_seed(seed))
            shuffled = torch.cat([x[order], x[19:]])
            off = (other(shuffled)[19] - other(x)[19]).abs().max()
            assert (off < 1e-12) == same


def test_norms_in_each_head_and_over_all():
    says(
        "gallery/glm",
        "Queries and keys are normalised in each head, before they are turned.",
        "The mean square of a query is taken over the features of all heads together, so the query of one head can be longer if those of others are shorter, as in OLMo 2.",
        "Each feature of all heads has a scale of its own.",
        "A norm in each head has one scale for each feature of a head, and all heads use the same.",
    )
    x = random(1, 9, 24)
    for name, axes in (("glm4_moe", (-1,)), ("minimax_m2", (-3, -1))):
        layer: Any = drawn(name, 0).blocks[0].attention
        scale = layer.W_query.norm.scale
        assert scale.numel() == (10 if name == "glm4_moe" else 40)
        layer.rotary = None
        queries = layer.project(x)[0]  # (1, heads, tokens, 10)
        plain = queries / scale.view(-1, 1, 10)
        mean = plain.square().mean(dim=axes)
        torch.testing.assert_close(mean, torch.ones_like(mean), rtol=1e-4, atol=0.0)
        sizes = plain.square().mean(dim=-1)
        assert (sizes.amax(1) > 1.5 * sizes.amin(1)).any() == (name == "minimax_m2")
    for entry in (True, False):
        layer = drawn("glm4_moe", 0, use_qk_norm=entry).blocks[0].attention
        assert hasattr(layer.W_query, "norm") == entry


@torch.no_grad()
def test_one_token_does_not_show_mistakes_in_attention():
    says(
        "gallery/glm",
        "The mistakes in attention change nothing at the first token, which has one key, of weight 1.",
        "The bias of the router is seen at once, but only if it is not 0, and in a new model it is.",
    )
    for name in BOTH:
        spoils = [all_turned, *([heads_normed_alone] * (name == "minimax_m2"))]
        for spoil in spoils:
            for seed in range(3):
                model = drawn(name, seed)
                right = model(IDS)
                spoil(model)
                off = (model(IDS) - right)[0].abs().amax(dim=-1) / right.std()
                assert off[0] < 1e-12
                assert off[1:8].max() > 0.01
        for model, same in (
            (build(drawn_checkpoint(name).config), True),
            (drawn(name, 0), False),
        ):
            right = model(IDS)
            without_bias_of_router(model)
            assert torch.equal(model(IDS), right) == same


def test_what_both_keep():
    says(
        "gallery/glm",
        "All layers of experts have the same sizes, so we count a model with one of them and a model with two, without numbers:",
        "A layer of either keeps keys and values of as many groups, of the same width.",
        "So GLM-4.5 keeps more only because it has more layers.",
    )
    for name in ("glm-4.5", "minimax-m2"):
        totals = []
        for n in (4, 5, 6):
            config = {**release(name).config, "num_hidden_layers": n}
            few = dict.fromkeys(
                {"n_routed_experts", "num_local_experts"} & {*config}, 16
            )
            counts = count(outline(config | few))
            totals.append(counts.parameters)
            assert {kept.growing for kept in counts.layers} == {2 * 8 * 128}
        assert totals[2] - totals[1] == totals[1] - totals[0]


def test_the_drawings_show_what_the_whole_models_are():
    says("gallery/glm", "What only one of the two models has is tinted.")
    for name, entry in (
        ("glm-4.5", "n_routed_experts"),
        ("minimax-m2", "num_local_experts"),
    ):
        config = {**release(name).config, entry: 16}
        whole = describe(outline(config))
        four = describe(outline({**config, "num_hidden_layers": 4}))
        layers = config["num_hidden_layers"]
        assert whole.layers == four.layers
        assert whole.letters == four.letters.ljust(layers, four.letters[-1])


def test_other_layers_and_models_are_refused():
    says(
        "gallery/glm",
        "In ours, all layers are of one kind, and another one is refused:",
        "The models that read images, such as `glm4v_moe`, are refused by their `model_type`.",
    )
    config = drawn_checkpoint("minimax_m2").config
    with pytest.raises(ValueError, match="attn_type_list must be"):
        build({**config, "attn_type_list": [1, 1, 1, 0]})
    build({**config, "attn_type_list": [1, 1, 1, 1]})
    with pytest.raises(ValueError, match="model_type must be one of"):
        build({"model_type": "glm4v_moe"})


def test_the_count_of_the_report():
    says(
        "gallery/glm",
        "What this layer has besides, a projection and three norms, is a twentieth of a billion.",
    )
    width = release("glm-4.5").config["hidden_size"]
    besides = 2 * width * width + 3 * width  # as DeepSeek-V3's module
    assert round(besides / 1e9, 2) == 0.05
