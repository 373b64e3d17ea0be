"""What docs/gallery/small.md says in general."""

from typing import Any

import pytest
import torch
from torch import nn

from attention import Decoder
from attention.examples import drawn_checkpoint
from attention.gallery import build, count, outline, release
from attention.modern.core import AttentionCore
from tests.attention.expect import assert_close, random
from tests.attention.gallery.dense_cases import CASES
from tests.facts.says import says


def model_of(name: str, seed: int = 0, spread: float = 0.2) -> Decoder:
    """A model of a stored config in float64, with numbers of its own."""
    model = build(drawn_checkpoint(name).config).double().eval()
    for n, (called, parameter) in enumerate(model.named_parameters()):
        drawn = spread * random(*parameter.shape, seed=100 * seed + n)
        norm = "norm" in called
        ones = norm and spread < 0.1
        parameter.data = torch.ones_like(drawn) if ones else drawn + norm
    return model


@torch.no_grad()
def logits(model: Decoder, num_tokens: int) -> torch.Tensor:
    return model(drawn_checkpoint("phi3").ids[None, :num_tokens])[0]


def test_the_other_features_are_the_same_at_each_position():
    says(
        "gallery/small",
        "The call `rotary(c, partial=1.0)` reads `partial_rotary_factor`, which is three quarters in Phi-4-mini.",
        "The first three quarters of a query and of a key are turned, and the other features are the same at each position.",
    )
    assert release("phi-4-mini").config["partial_rotary_factor"] == 3 / 4
    config = {**drawn_checkpoint("phi3").config, "hidden_size": 32}
    rules = {"rope_theta": 1e4, "partial_rotary_factor": 3 / 4}
    layer: Any = build({**config, "rope_parameters": rules}).blocks[0].attention
    queries, keys, _ = layer.project(random(1, 1, 32).float().expand(1, 50, 32))
    for turned in (queries, keys):
        same = (turned == turned[..., :1, :]).all(dim=-2)
        assert same[..., 6:].all()
        assert not same[..., :6].any()


def test_every_fourth_layer_turns_nothing_and_does_not_see_the_order():
    says(
        "gallery/small",
        "Every fourth layer of SmolLM3 turns nothing.",
        "In such a layer alone, the result of the last token stays the same if earlier tokens change places.",
        "In the whole model, what such a layer is given depends on the order already.",
    )
    layers = [b.attention for b in outline(release("smollm3-3b").config).blocks]
    for number, layer in enumerate(layers, start=1):
        assert (layer.rotary is None) == (number % 4 == 0)
    for seed in range(3):
        model, x = model_of("smollm3", seed), random(1, 9, 24, seed=seed)
        order = [3, 1, 7, 0, 5, 2, 6, 4, 8]
        last: Any = model.blocks[3].attention
        assert_close(last(x[:, order])[:, -1], last(x)[:, -1])
        ids = drawn_checkpoint("smollm3").ids[None, :9]
        given = [model.tok_emb(each) for each in (ids, ids[:, order])]
        assert torch.equal(given[0][:, order], given[1])
        for block in model.blocks[:3]:
            given = [block(each) for each in given]
        assert (given[0][:, order] - given[1]).abs().max() > 1e-2


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
    layer: Any = outline(release("granite-3-8b").config).blocks[0].attention
    core, d = layer.attend, layer.head_dim
    assert isinstance(core, AttentionCore)
    q, k, v = random(3, 2, 5, d)
    mask = torch.ones(5, 5, dtype=torch.bool)
    assert_close(core(q, k, v, mask)[1], torch.softmax(q @ k.mT / d, dim=-1))
    plain = AttentionCore()(q, k, v, mask)[1]
    assert_close(plain, torch.softmax(q @ k.mT / d**0.5, dim=-1))


def test_both_parts_of_a_parallel_block_are_given_the_same():
    says(
        "gallery/small",
        "In a `ParallelBlock`, attention and the network are given the same normalised tokens, and both results are added to the block's input.",
        "Layers with a window have rotary positions, and layers without a window have none (`Cohere2Attention`).",
    )
    for block in model_of("cohere2").blocks:
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
        r"In the fresh Granite of this figure, the scale \(1/\sqrt{d}\) changes no logit by more than `1e-6`, so a comparison with a tolerance of `1e-5` passes.",
        "Four of the six mistakes change only scores.",
        "At the first token, which has a single key, they change nothing.",
    )
    starts_well = 0
    for name in ("phi3", "smollm3", "granite", "cohere2"):
        for recipe, spoil in CASES[name].wrong.items():
            fresh, large = model_of(name, seed, 0.02), model_of(name, seed, 0.2)
            most = []
            for model, num_tokens in ((fresh, 8), (large, 150)):
                right = logits(model, num_tokens)
                spoil(model)
                off = (logits(model, num_tokens) - right).abs().amax(dim=-1)
                most.append(off.max() / right.std())
                starts_well += bool(off[0] < 1e-12)
                if recipe == "scale 1/√d" and model is fresh:
                    assert 0 < off.max() < 1e-5  # 1.7e-6 in the worst of 60
            assert most[1] > 10 * most[0]
    assert starts_well == 2 * 4  # in both of the two


@torch.no_grad()
def test_the_fresh_granite_of_the_figure():
    says(
        "gallery/small",
        r"In the fresh Granite of this figure, the scale \(1/\sqrt{d}\) changes no logit by more than `1e-6`, so a comparison with a tolerance of `1e-5` passes.",
    )
    model = build(drawn_checkpoint("granite").config).double().eval()
    generator = torch.Generator().manual_seed(123)
    for name, parameter in model.named_parameters():
        parameter.normal_(0, 0.02, generator=generator)
        if "norm" in name:
            parameter.fill_(1.0)
    right = logits(model, 8)
    for block in model.blocks:
        block.attention.attend.factor = 1.0
    assert 0 < (logits(model, 8) - right).abs().max() < 1e-6


def test_command_r7b_keeps_the_least():
    says(
        "gallery/small",
        "For this length, Command R7B keeps the least, although each of its layers has as many keys as one of Granite: in three of four layers, only the keys of a window are kept.",
        "For longer and longer texts, the share approaches a quarter, because one layer in four keeps all tokens.",
    )
    names = ("command-r7b", "granite-3-8b", "phi-4-mini", "smollm3-3b")
    found = {name: count(outline(release(name).config)) for name in names}
    command, granite = (found[name].layers for name in names[:2])
    assert min(found, key=lambda name: found[name].cached(32768)) == "command-r7b"
    assert min(found, key=lambda name: found[name].cached(4096)) == "smollm3-3b"
    assert {kept.growing for kept in [*command, *granite]} == {2048}
    windows = [kept.window is not None for kept in command]
    assert windows == [True, True, True, False] * 8
    full = sum(kept.growing for kept in command)
    shares = [found["command-r7b"].cached(n) / (n * full) for n in (4096, 10**5, 10**9)]
    assert shares[0] == 1 > shares[1] > shares[2]
    assert abs(shares[2] - 0.25) < 1e-4


def test_long_rope_is_refused_and_other_rules_are_not():
    says(
        "gallery/small",
        "The file of Phi-4-mini asks for LongRoPE, frequencies that are read from the file, and is refused:",
    )
    config = drawn_checkpoint("phi3").config
    for rule in ("longrope", "su"):
        with pytest.raises(ValueError, match="rope_type must be"):
            build({**config, "rope_parameters": {"rope_theta": 1e4, "rope_type": rule}})
    build(config)


@torch.no_grad()
def test_constants_can_be_multiplied_into_matrices():
    says(
        "gallery/small",
        "Each constant multiplies the result of a matrix or of a table, so it can be multiplied into that.",
        "If the tables are tied, their table takes the constant of the embeddings, and the scale of the last norm takes that of the logits, divided by the other.",
    )
    for tied in (False, True):
        config = {**drawn_checkpoint("granite").config, "tie_word_embeddings": tied}
        model: Any = build(config).double().eval()
        right = logits(model, 40)
        (table, first), (output, last) = model.tok_emb, model.out_head
        assert (output.weight is table.weight) == tied
        table.weight *= first.factor
        if tied:
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
        assert torch.allclose(logits(model, 40), right)
