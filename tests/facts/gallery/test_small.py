"""What docs/gallery/small.md says in general."""

from typing import Any

import pytest
import torch
from torch import nn

from attention.gallery import build, outline, release
from attention.modern.core import AttentionCore
from tests.attention.expect import assert_close, random
from tests.attention.gallery.cases import CASES
from tests.facts.gallery.made import (
    IDS,
    count,
    described,
    drawn,
    errors,
    refused,
    seen_from,
    stored,
)
from tests.facts.says import says


def test_the_other_features_are_the_same_at_each_position():
    says(
        "gallery/small",
        "The call `rotary(c, partial=1.0)` reads `partial_rotary_factor`, which is three quarters in Phi-4-mini.",
        "The first three quarters of a query and of a key are turned, and the other features are the same at each position.",
    )
    assert release("phi-4-mini").config["partial_rotary_factor"] == 3 / 4
    rules = {"rope_theta": 1e4, "partial_rotary_factor": 3 / 4}
    layer = drawn("phi3", hidden_size=32, rope_parameters=rules).blocks[0].attention
    queries, keys, _ = layer.project(random(1, 1, 32).expand(1, 50, 32))
    for turned in (queries, keys):
        off = (turned - turned[..., :1, :]).abs().amax(dim=-2)
        assert off[..., 6:].max() < 1e-12 < 1e-3 < off[..., :6].min()


def test_every_fourth_layer_turns_nothing_and_does_not_see_the_order():
    says(
        "gallery/small",
        "Every fourth layer of SmolLM3 turns nothing.",
        "In such a layer alone, the result of the last token stays the same if earlier tokens change places.",
        "In the whole model, what such a layer is given depends on the order already.",
    )
    made = described("smollm3-3b")
    assert made.letters == 9 * "AAAB"
    assert made.layers["A"]["positions"] != made.layers["B"]["positions"] == "none"
    order = [3, 1, 7, 0, 5, 2, 6, 4, 8]
    for seed in range(3):
        model, x = drawn("smollm3", seed), random(1, 9, 24, seed=seed)
        last = model.blocks[3].attention
        assert_close(last(x[:, order])[:, -1], last(x)[:, -1])
        one, other = (model.tok_emb(ids) for ids in (IDS[:, :9], IDS[:, :9][:, order]))
        assert torch.equal(one[:, order], other)
        for block in model.blocks[:3]:
            one, other = block(one), block(other)
        assert (one[:, order] - other).abs().max() > 1e-2


def test_the_window_of_phi_4_mini_hides_nothing():
    says(
        "gallery/small",
        "The window of Phi-4-mini is longer than its longest text, so it hides nothing.",
    )
    config = release("phi-4-mini").config
    assert config["sliding_window"] >= config["max_position_embeddings"]


def test_granites_scores_are_divided_by_the_width_of_a_head():
    says(
        "gallery/small",
        r"The scores are divided by the width \(d\) of a head, where Llama divides by \(\sqrt{d}\).",
    )
    layer = outline(release("granite-3-8b").config).blocks[0].attention
    core, d = layer.attend, layer.head_dim
    q, k, v = random(3, 2, 5, d)
    for weights, divisor in (
        (core(q, k, v)[1], d),
        (AttentionCore()(q, k, v)[1], d**0.5),
    ):
        assert_close(weights, torch.softmax(q @ k.mT / divisor, dim=-1))


def test_both_parts_of_a_parallel_block_are_given_the_same():
    says(
        "gallery/small",
        "In a `ParallelBlock`, attention and the network are given the same normalised tokens, and both results are added to the block's input.",
        "Layers with a window have rotary positions, and layers without a window have none (`Cohere2Attention`).",
    )
    for block in drawn("cohere2").blocks:
        x, part = random(2, 9, 24), block.feed_forward
        normed = nn.functional.layer_norm(x, (24,), block.norm_1.weight)
        assert_close(block(x), x + block.attention(normed) + part(normed))
        windowed = hasattr(block.attention.mask, "window")
        assert (block.attention.rotary is not None) == windowed


@pytest.mark.parametrize("seed", range(3))
def test_a_fresh_model_makes_mistakes_small(seed: int):
    says(
        "gallery/small",
        "In each row, the error with large numbers is more than ten times as large.",
    )
    for name in ("phi3", "smollm3", "granite", "cohere2"):
        for recipe, spoil in CASES[name].wrong.items():
            fresh = drawn(name, seed, spread=0.02, norms=0.0)
            spread = fresh(IDS[:, :8]).std()  # of the logits
            most = errors(fresh, spoil, 8).max()
            assert errors(drawn(name, seed), spoil).max() > 10 * most
            assert recipe != "scale 1/√d" or 0 < spread * most < 1e-5


def test_which_mistakes_the_first_token_does_not_show():
    says(
        "gallery/small",
        "Four of the six mistakes change only scores.",
        "At the first token, which has a single key, they change nothing.",
    )
    seen_from("phi3", 1, "all features turned")
    seen_from("smollm3", 1, "rotary everywhere")
    seen_from("granite", 1, "scale 1/√d")
    seen_from("granite", 0, "no residual factor")
    seen_from("cohere2", 1, "rotary everywhere")
    seen_from("cohere2", 0, "one part after the other")


@torch.no_grad()
def test_the_fresh_granite_of_the_figure():
    says(
        "gallery/small",
        r"In the fresh Granite of this figure, the scale \(1/\sqrt{d}\) changes no logit by more than `1e-6`, so a comparison with a tolerance of `1e-5` passes.",
    )
    model = build(stored("granite")).double().eval()
    generator = torch.Generator().manual_seed(123)
    for name, parameter in model.named_parameters():
        parameter.normal_(0, 0.02, generator=generator)
        if "norm" in name:
            parameter.fill_(1.0)
    right = model(IDS[:, :8])
    for block in model.blocks:
        block.attention.attend.factor = 1.0
    assert 0 < (model(IDS[:, :8]) - right).abs().max() < 1e-6


def test_command_r7b_keeps_the_least():
    says(
        "gallery/small",
        "For this length, Command R7B keeps the least, although each of its layers has as many keys as one of Granite: in three of four layers, only the keys of a window are kept.",
        "For longer and longer texts, the share approaches a quarter, because one layer in four keeps all tokens.",
    )
    names = ("command-r7b", "granite-3-8b", "phi-4-mini", "smollm3-3b")
    assert min(names, key=lambda name: count(name).cached(32768)) == "command-r7b"
    assert min(names, key=lambda name: count(name).cached(4096)) == "smollm3-3b"
    command, granite = (count(name).layers for name in names[:2])
    assert {kept.growing for kept in [*command, *granite]} == {2048}
    windows = [kept.window is not None for kept in command]
    assert windows == [True, True, True, False] * 8
    full = sum(kept.growing for kept in command)
    shares = [count(names[0]).cached(n) / (n * full) for n in (4096, 10**5, 10**9)]
    assert shares[0] == 1 > shares[1] > shares[2]
    assert abs(shares[2] - 0.25) < 1e-4


def test_long_rope_is_refused_and_other_rules_are_not():
    says(
        "gallery/small",
        "The file of Phi-4-mini asks for LongRoPE, frequencies that are read from the file, and is refused:",
    )
    for rule in ("longrope", "su"):
        rules = {"rope_theta": 1e4, "rope_type": rule}
        refused("rope_type must be", stored("phi3"), rope_parameters=rules)


@torch.no_grad()
def test_constants_can_be_multiplied_into_matrices():
    says(
        "gallery/small",
        "Each constant multiplies the result of a matrix or of a table, so it can be multiplied into that.",
        "If the tables are tied, their table takes the constant of the embeddings, and the scale of the last norm takes that of the logits, divided by the other.",
    )

    def fold(model: Any) -> None:
        (table, first), (output, last) = model.tok_emb, model.out_head
        table.weight *= first.factor
        if output.weight is table.weight:
            model.final_norm.scale *= last.factor / first.factor
        else:
            output.weight *= last.factor
        first.factor = last.factor = 1.0
        for block in model.blocks:
            for matrix in (block.attention.out_proj, block.feed_forward.W_down):
                matrix.weight *= block.factor
            block.factor = 1.0
            block.attention.W_query.weight *= block.attention.attend.factor
            block.attention.attend.factor = 1.0

    for tied in (False, True):
        assert errors(drawn("granite", tie_word_embeddings=tied), fold, 40).max() < 1e-9
