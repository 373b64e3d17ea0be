"""What docs/gallery/gemma.md says in general."""

import math

import pytest
import torch
from torch import nn

from attention import RMSNorm, SandwichBlock, SoftCap, core_attention
from attention.examples import drawn_checkpoint
from attention.examples.drawn import draw_tensors
from attention.gallery import outline, release
from tests.attention.expect import assert_close, random
from tests.facts.gallery.made import (
    TEXT,
    count,
    described,
    drawn,
    loaded,
    refused,
    seen_from,
    share,
)
from tests.facts.says import says

BOTH = ("gemma-2-27b", "gemma-3-27b")


def test_what_a_part_adds_is_bounded_by_the_norm_behind_it():
    says(
        "gallery/gemma",
        r"A block adds \(n'(f(n(x)))\) to \(x\).",
        r"The norm before a part is Llama's; the one behind it is inside the sum, so what a part adds is no longer than \(\sqrt{d_{\text{model}}}\) times the norm's largest scale, signs aside, however large the part's matrices are.",
    )
    for seed in range(20):
        part, x = nn.Linear(7, 7).double(), random(5, 7, seed=seed + 100)
        part.weight.data = random(7, 7, seed=seed) * 10.0 ** (seed % 7)
        block = SandwichBlock(7, part, part, before=RMSNorm, after=RMSNorm).double()
        for norm in (block.norm_1, block.after_1):
            norm.scale.data = random(7, seed=seed + 50)
        block.after_2.scale.data.zero_()  # of the second part nothing
        added = block.after_1(part(block.norm_1(x)))
        assert_close(block(x) - x, added)
        longest = math.sqrt(7) * block.after_1.scale.abs().max()
        assert added.norm(dim=-1).max() <= longest


def test_scores_are_divided_by_the_root_of_the_scalar_and_capped():
    says(
        "gallery/gemma",
        r"Scores are divided by \(\sqrt{s}\) for \(\sqrt{d}\), where \(s\) is the config's `query_pre_attn_scalar`.",
        r"A score or a logit \(z\) becomes \(c \tanh(z / c)\), with a cap \(c\) for each of the two.",
        "Small numbers stay nearly as they are, and none is beyond the cap (`core_attention`, `SoftCap`).",
    )
    model = drawn("gemma2", query_pre_attn_scalar=30)
    core, cap = model.blocks[0].attention.attend, model.out_head[1]
    queries, keys = 9 * random(2, 3, 10, seed=1), 9 * random(2, 3, 10, seed=2)
    plain = queries @ keys.mT / math.sqrt(30)
    weights = torch.softmax(50 * torch.tanh(plain / 50), dim=-1)
    assert_close(core(queries, keys, keys)[1], weights)
    z = torch.linspace(-500, 500, 10_001, dtype=torch.float64)
    assert_close(cap(z), 30 * torch.tanh(z / 30))
    assert cap(z).abs().max() <= 30
    small = z[z.abs() <= 3]
    assert ((cap(small) - small).abs() <= 0.01 * small.abs()).all()


def test_a_norm_multiplies_by_one_plus_w():
    says(
        "gallery/gemma",
        r"A norm multiplies by \(1 + w\), and the checkpoint holds \(w\).",
    )
    shapes, model = drawn_checkpoint("gemma2").shapes, loaded("gemma2")
    w = draw_tensors(shapes)["model.norm.weight"].double()
    x = random(4, 24, seed=3)
    mean_square = x.square().mean(dim=-1, keepdim=True)
    assert_close(model.final_norm(x), (1 + w) * x / torch.sqrt(mean_square + 1e-6))


def test_gemma_3_is_gemma_2_with_qk_norm_two_bases_and_fewer_full_layers():
    says(
        "gallery/gemma",
        "Gemma 3 has norms of queries and keys in the place of the caps, and windows in five of six layers.",
        "Layers with a window turn queries and keys with a base of 10,000, the others with 1,000,000; in the 27B, the others also divide positions by 8, its config says (Gemma Team, 2025, section 2).",
        "The block, GeGLU and \\(1 + w\\) are those of Gemma 2.",
    )
    two, three = map(described, BOTH)
    assert (two.letters[:12], three.letters[:12]) == (6 * "AB", 2 * "AAAAAB")
    for before, after in zip(two.layers.values(), three.layers.values(), strict=True):
        assert before["attends to"].split()[:2] == after["attends to"].split()[:2]
        assert before["norms"] == after["norms"]
        assert "capped" in before["scores"] not in after["scores"]
        assert after["QK-norm"] == "in each head"
    blocks = outline(release("gemma-3-27b").config).blocks
    for number, (base, factor) in {0: (1e4, 1), 5: (1e6, 8)}.items():
        for pair, found in enumerate(blocks[number].attention.rotary.frequencies):
            assert found == pytest.approx(base ** (-pair / 64) / factor)


def test_what_short_texts_do_not_show():
    says(
        "gallery/gemma",
        "A window that is one key too wide changes nothing in a text no longer than the right window.",
        "A test of 8 tokens passes, and so does one of 20; in the longer text, the error is 3.3 standard deviations.",
        "Llama's names is the one that looks most like care: in Llama's files, `post_attention_layernorm` is the norm before the feed-forward network, and in Gemma's the norm behind attention.",
        "At position 0, neither the scale of scores nor their cap can be seen: with one key, its weight is 1 whatever its score.",
    )
    seen_from("gemma2", 20, "W + 1 keys")
    seen_from("gemma2", 0, "norms by Llama's names")
    for size in (1e-3, 1.0, 1e3):
        queries, keys = size * random(2, 1, 5, seed=1), random(2, 1, 5, seed=2)
        for options in ({}, {"factor": 0.3}, {"cap": 50.0}):
            assert (core_attention(queries, keys, keys, **options)[1] == 1).all()


def test_every_parameter_is_used_and_windows_save_what_is_said():
    says(
        "gallery/gemma",
        "There are no experts, so every layer uses all its parameters for every token.",
        "Here are the caches after 32,768 tokens in bfloat16, four times as many as Gemma 2's config allows, and what they would be without windows:",
        "With every other layer windowed, Gemma 2 keeps 56% of what it would keep without windows.",
        "With five of six, Gemma 3 27B keeps 19%.",
        "All else is as published, to the last parameter for Gemma 2.",
    )
    assert all(count(n).active == count(n).parameters for n in (*BOTH, "gemma-3-1b"))
    assert list(map(share, BOTH)) == ["56%", "19%"]
    assert 4 * release("gemma-2-27b").config["max_position_embeddings"] == TEXT


def test_gemma_3_with_a_tower_is_of_a_type_that_is_not_known():
    says(
        "gallery/gemma",
        "From 4B on, a published Gemma 3 also has the tower, and its type is `gemma3`, which `load` does not know.",
    )
    config = release("gemma-3-27b").config
    refused(r"model_type .* Got 'gemma3'\.$", config, model_type="gemma3")


def test_a_cap_keeps_the_order_of_logits_and_changes_the_loss():
    says(
        "gallery/gemma",
        r"\(c \tanh(z / c)\) rises with \(z\), so the order of the logits is the same, and the most likely word with it.",
        "In bfloat16, two large logits can become equal, which changes the word now and then.",
        "The loss changes, because differences between logits do.",
    )
    for seed in range(10):
        z = 20 * random(40, 31, seed=seed)
        capped = SoftCap(30.0)(z)
        assert (capped.argsort(dim=-1) == z.argsort(dim=-1)).all()
        losses = [torch.log_softmax(each, dim=-1) for each in (z, capped)]
        assert ((losses[0] - losses[1]).abs().amax(dim=-1) > 1e-3).all()
    z = (20 * random(2000, 50)).to(torch.bfloat16)
    same = (SoftCap(30.0)(z).argmax(dim=-1) == z.argmax(dim=-1)).double().mean()
    assert 0.95 < same < 1


def test_the_scalar_is_the_width_shared_by_the_heads_in_both_27b_models():
    says(
        "gallery/gemma",
        "It is the width of the model divided by the number of heads.",
        "In both 27B models, a head is narrower than this share.",
        "The 1B divides by the root of its head's width.",
    )
    for c in (release(name).config for name in BOTH):
        width = c["hidden_size"] / c["num_attention_heads"]
        assert c["query_pre_attn_scalar"] == width > c["head_dim"]
    c = release("gemma-3-1b").config
    assert c["query_pre_attn_scalar"] == c["head_dim"]
