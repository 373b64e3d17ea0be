"""What docs/gallery/qwen.md says in general."""

from typing import Any

import pytest
import torch
from torch import nn

from attention import Decoder
from attention.examples import drawn_checkpoint
from attention.frontier.experts import MixtureOfExperts
from attention.gallery import build, count, outline, release
from attention.gallery.loading import MODELS
from attention.modern.qk_norm import NormedHeads
from tests.attention.expect import random
from tests.attention.gallery.dense_cases import (
    not_renormalised,
    without_biases,
    without_qk_norm,
)
from tests.facts.says import says


def drawn(name: str, seed: int, **entries: object) -> Decoder:
    """A model of a stored config, with other numbers in float64."""
    model = build({**drawn_checkpoint(name).config, **entries}).double().eval()
    for n, (called, parameter) in enumerate(model.named_parameters()):
        size = random(*parameter.shape, seed=100 * seed + n) / 5
        parameter.data = size + ("scale" in called)
    return model


@torch.no_grad()
def logits(model: Decoder, num_tokens: int = 60) -> torch.Tensor:
    return model(drawn_checkpoint("qwen2").ids[None, :num_tokens])[0]


def matrices(model: Decoder) -> dict[str, nn.Linear]:
    return {n: m for n, m in model.named_modules() if isinstance(m, nn.Linear)}


def test_which_matrices_have_biases():
    says(
        "gallery/qwen",
        "Qwen2.5 is Llama with biases of queries, keys and values.",
        "No other matrix has a bias.",
        "Qwen3 has no biases.",
    )
    for name, found in matrices(outline(drawn_checkpoint("qwen2").config)).items():
        biased = name.rpartition(".")[2] in ("W_query", "W_key", "W_value")
        assert (found.bias is not None) == biased
    for name in ("qwen3", "qwen3_moe"):
        every = matrices(outline(drawn_checkpoint(name).config)).values()
        assert all(matrix.bias is None for matrix in every)


def test_heads_may_be_wider_than_a_token_together():
    says(
        "gallery/qwen",
        "The width of a head is an entry of its own, `head_dim`, so all heads together may be wider than a token.",
    )
    for name, wider in (("qwen3-8b", False), ("qwen3-235b", True)):
        config = release(name).config
        together = config["num_attention_heads"] * config["head_dim"]
        assert (together > config["hidden_size"]) == wider


def test_the_experts_of_each_layer():
    says(
        "gallery/qwen",
        "If the config has `num_experts`, a router and its experts replace the SwiGLU network of every layer:",
        "The weights of the chosen experts sum to 1, and there is no shared expert.",
    )
    for block in drawn("qwen3_moe", 0).blocks:
        part: Any = block.feed_forward
        assert isinstance(part, MixtureOfExperts)
        assert part.shared is None
        _, weights = part.router(random(50, 24))
        torch.testing.assert_close(weights.sum(-1), torch.ones(50).double())


def test_the_first_position_does_not_show_that_norms_are_missing():
    says(
        "gallery/qwen",
        "Without norms, the first logits are right: at position 0 there is one key, whose weight is 1 whatever its score is.",
        "A test on one token misses this mistake.",
    )
    for seed in range(3):
        model = drawn("qwen3", seed)
        right = logits(model)
        without_qk_norm(model)
        off = (logits(model) - right).abs().amax(dim=-1) / right.std()
        assert off[0] < 1e-12
        assert off[1:].min() > 1e-3


def test_biases_of_zero_are_not_missed():
    says(
        "gallery/qwen",
        "In *transformers*, a Qwen2.5 without trained weights has biases of 0 (`_init_weights`), and with biases of 0, nothing changes when they are left out.",
    )
    for zero in (True, False):
        model = drawn("qwen2", 1)
        for name, parameter in model.named_parameters():
            if zero and name.endswith("bias"):
                nn.init.zeros_(parameter)
        right = logits(model)
        without_biases(model)
        assert torch.equal(logits(model), right) == zero


def test_weights_over_all_experts_sum_to_less_than_one():
    says(
        "gallery/qwen",
        "In the third line, the softmax runs over all experts, so the weights of the chosen ones sum to less than 1.",
        "Some mixtures are meant to be so: the entry `norm_topk_prob` tells which it is, and our function computes one of the two.",
    )
    model = drawn("qwen3_moe", 0)
    not_renormalised(model)
    for block in model.blocks:
        router: Any = block.feed_forward.router
        assert (router(random(50, 24))[1].sum(-1) < 1).all()
    with pytest.raises(ValueError, match="norm_topk_prob must be True"):
        drawn("qwen3_moe", 0, norm_topk_prob=False)


def test_what_the_three_cost():
    says(
        "gallery/qwen",
        "Qwen3 8B keeps keys and values of 8 groups instead of 4 in each layer, and has more layers, so its cache is more than twice as large.",
        "A token uses less than a tenth of the parameters.",
        "The cache is less than a third larger than that of Qwen3 8B, because it does not depend on the experts.",
    )
    smallest, dense = (release(name).config for name in ("qwen2.5-7b", "qwen3-8b"))
    groups = [each["num_key_value_heads"] for each in (smallest, dense)]
    assert groups == [4, 8]
    config = release("qwen3-235b").config
    few = [count(outline({**config, "num_hidden_layers": n})) for n in (1, 2)]
    more = config["num_hidden_layers"] - 1
    every = few[0].parameters + more * (few[1].parameters - few[0].parameters)
    active = few[0].active + more * (few[1].active - few[0].active)
    kept = few[0].cached(9) * (more + 1)
    counts = count(outline(dense))
    assert counts.cached(9) > 2 * count(outline(smallest)).cached(9)
    assert active < every / 10
    assert 1 < kept / counts.cached(9) < 4 / 3
    fewer = count(outline({**config, "num_hidden_layers": 1, "num_experts": 9}))
    assert fewer.cached(9) == few[0].cached(9)


def test_other_models_of_the_name_are_refused_by_their_type():
    says(
        "gallery/qwen",
        "The older mixtures (`qwen2_moe`) and the models that read images (`qwen2_5_vl`, `qwen3_vl`) are refused by their `model_type`.",
    )
    for kind in ("qwen2_moe", "qwen2_5_vl", "qwen3_vl"):
        with pytest.raises(ValueError, match="model_type must be one of"):
            build({"model_type": kind})
    assert "qwen3_next" in MODELS


def test_a_bias_of_keys_counts_where_it_is_turned():
    says(
        "gallery/qwen",
        "Without positions, the bias adds the same number to all scores of a query, and the softmax does not change.",
        "With rotary positions, the bias is turned with its key, so the number that it adds depends on the distance between query and key.",
    )
    layer: Any = drawn("qwen2", 2).blocks[0].attention
    queries, bias = random(4, 12, 6, seed=1), random(4, 1, 6, seed=2).expand(4, 12, 6)
    plain = queries @ bias.mT
    assert (plain - plain[..., :1]).abs().max() < 1e-12
    turn = layer.rotary
    same = queries[:, :1].expand(4, 12, 6)  # one query at all positions
    added = turn(same) @ turn(bias).mT
    for distance in range(11):
        along = added.diagonal(-distance, -2, -1)
        assert (along - along[..., :1]).abs().max() < 1e-5  # float32 tables
    assert (added[:, -1] - added[:, -1:, 0]).abs().max() > 0.1


def test_a_norm_hides_the_size_of_its_matrix():
    says(
        "gallery/qwen",
        "In Qwen2.5, the scores of the same tokens become ten times as large.",
        "In Qwen3, the norm divides by the root of the mean square, which has become ten times as large, too.",
        "What is left is the small number that the norm adds before it takes the root.",
    )
    for eps, least, most in ((1e-6, 1e-9, 1e-3), (1e-30, 0, 1e-10)):
        model = drawn("qwen3", 0, rms_norm_eps=eps)
        right = logits(model)
        for block in model.blocks:
            assert isinstance(block.attention.W_query, NormedHeads)
            block.attention.W_query.projection.weight.data *= 10
        assert least <= (logits(model) - right).abs().max() < most
    layer: Any = drawn("qwen2", 0).blocks[0].attention
    x = random(1, 9, 24)
    before = layer.project(x)[0]
    for parameter in layer.W_query.parameters():
        parameter.data *= 10
    torch.testing.assert_close(layer.project(x)[0], 10 * before)
