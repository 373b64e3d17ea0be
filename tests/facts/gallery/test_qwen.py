"""What docs/gallery/qwen.md says in general."""

from typing import Any

import torch
from torch import nn

from attention.gallery import outline, release
from attention.gallery.loading import MODELS
from tests.attention.expect import assert_close, random
from tests.attention.gallery.cases import CASES
from tests.facts.gallery.made import (
    count,
    described,
    drawn,
    errors,
    refused,
    seen_from,
    stored,
)
from tests.facts.says import says


def test_which_matrices_have_biases():
    says(
        "gallery/qwen",
        "Qwen2.5 is Llama with biases of queries, keys and values.",
        "No other matrix has a bias.",
        "Qwen3 has no biases.",
        "Seed-OSS, by ByteDance (2025), has the same biases.",
        "The function also makes a bias of the output matrix if the config asks for it (`attention_out_bias`).",
    )
    seed = outline(stored("seed_oss")).blocks[0].attention  # which asks for it
    assert None not in (seed.W_key.bias, seed.out_proj.bias)
    plain = described("seed-oss-36b").layers["A"]
    assert plain["biases"] == described("qwen2.5-7b").layers["A"]["biases"]
    for kind in ("qwen2", "qwen3", "qwen3_moe"):
        for name, found in outline(stored(kind)).named_modules():
            if isinstance(found, nn.Linear):
                biased = name.rpartition(".")[2] in ("W_query", "W_key", "W_value")
                assert (found.bias is not None) == (biased and kind == "qwen2")


def test_heads_may_be_wider_than_a_token_together():
    says(
        "gallery/qwen",
        "The width of a head is an entry of its own, `head_dim`, so all heads together may be wider than a token.",
        "What differs is that the width of a head is an entry of its own, so that all heads of the 36B together are twice as wide as a token:",
    )
    c = release("seed-oss-36b").config
    assert c["num_attention_heads"] * c["head_dim"] == 2 * c["hidden_size"]
    for name, wider in (("qwen3-8b", False), ("qwen3-235b", True)):
        c = release(name).config
        assert (c["num_attention_heads"] * c["head_dim"] > c["hidden_size"]) == wider


def test_the_weights_of_the_experts():
    says(
        "gallery/qwen",
        "If the config has `num_experts`, a router and its experts replace the SwiGLU network of every layer:",
        "The weights of the chosen experts sum to 1, and there is no shared expert.",
        "In the third line, the softmax runs over all experts, so the weights of the chosen ones sum to less than 1.",
        "Some mixtures are meant to be so: the entry `norm_topk_prob` tells which it is, and our function computes one of the two.",
    )
    right, wrong = drawn("qwen3_moe"), drawn("qwen3_moe")
    CASES["qwen3_moe"].wrong["not renormalised"](wrong)
    for one, other in zip(right.blocks, wrong.blocks, strict=True):
        assert one.feed_forward.shared is None
        x = random(50, 24)
        sums = one.feed_forward.router(x)[1].sum(-1)
        assert_close(sums, torch.ones(50).double())
        assert (other.feed_forward.router(x)[1].sum(-1) < 1).all()
    refused("norm_topk_prob must be True", stored("qwen3_moe"), norm_topk_prob=False)


def test_what_one_token_and_a_new_model_do_not_show():
    says(
        "gallery/qwen",
        "Without norms, the first logits are right: at position 0 there is one key, whose weight is 1 whatever its score is.",
        "A test on one token misses this mistake.",
        "In *transformers*, a Qwen2.5 without trained weights has biases of 0 (`_init_weights`), and with biases of 0, nothing changes when they are left out.",
    )
    seen_from("qwen3", 1, "no QK-norm")
    for zero in (True, False):
        model = drawn("qwen2", 1)
        for name, parameter in model.named_parameters():
            parameter.data *= not (zero and name.endswith("bias"))
        assert zero != bool(errors(model, CASES["qwen2"].wrong["no biases"]).any())


def test_what_the_three_cost():
    says(
        "gallery/qwen",
        "Qwen3 8B keeps keys and values of 8 groups instead of 4 in each layer, and has more layers, so its cache is more than twice as large.",
        "A token uses less than a tenth of the parameters.",
        "The cache is less than a third larger than that of Qwen3 8B, because it does not depend on the experts.",
    )
    small, dense, mixed = map(count, ("qwen2.5-7b", "qwen3-8b", "qwen3-235b"))
    assert (small.layers[0].growing, dense.layers[0].growing) == (4 * 256, 8 * 256)
    assert dense.cached(9) > 2 * small.cached(9)
    assert mixed.active < mixed.parameters / 10
    assert 1 < mixed.cached(9) / dense.cached(9) < 4 / 3


def test_other_models_of_the_name_are_refused_by_their_type():
    says(
        "gallery/qwen",
        "The older mixtures (`qwen2_moe`) and the models that read images (`qwen2_5_vl`, `qwen3_vl`) are refused by their `model_type`.",
    )
    for kind in ("qwen2_moe", "qwen2_5_vl", "qwen3_vl"):
        refused("model_type must be one of", stored("qwen3"), model_type=kind)
    assert "qwen3_next" in MODELS


def test_a_bias_of_keys_counts_where_it_is_turned():
    says(
        "gallery/qwen",
        "Without positions, the bias adds the same number to all scores of a query, and the softmax does not change.",
        "With rotary positions, the bias is turned with its key, so the number that it adds depends on the distance between query and key.",
    )
    turn = drawn("qwen2", 2).blocks[0].attention.rotary
    queries, bias = random(4, 12, 6, seed=1), random(4, 1, 6, seed=2).expand(4, 12, 6)
    plain = queries @ bias.mT
    assert (plain - plain[..., :1]).abs().max() < 1e-12
    same = queries[:, :1].expand(4, 12, 6)  # one query at all positions
    added = turn(same) @ turn(bias).mT
    for distance in range(11):
        along = added.diagonal(-distance, -2, -1)
        assert (along - along[..., :1]).abs().max() < 1e-5  # float32 tables
    assert (added[:, -1] - added[:, -1:, 0]).abs().max() > 0.1


@torch.no_grad()
def test_a_norm_hides_the_size_of_its_matrix():
    says(
        "gallery/qwen",
        "In Qwen2.5, the scores of the same tokens become ten times as large.",
        "In Qwen3, the norm divides by the root of the mean square, which has become ten times as large, too.",
        "What is left is the small number that the norm adds before it takes the root.",
    )

    def ten_times(model: Any) -> None:
        for name, parameter in model.named_parameters():
            parameter *= 1 + 9 * ("W_query" in name and "norm" not in name)

    for eps, least, most in ((1e-6, 1e-9, 1e-3), (1e-30, -1, 1e-10)):
        model = drawn("qwen3", rms_norm_eps=eps)
        assert least < errors(model, ten_times).max() < most
    model, x = drawn("qwen2"), random(1, 9, 24)
    before = model.blocks[0].attention.project(x)[0]
    ten_times(model)
    assert_close(model.blocks[0].attention.project(x)[0], 10 * before)
