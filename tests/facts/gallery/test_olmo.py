"""What docs/gallery/olmo.md says in general."""

import math

import pytest
import torch
from torch import nn

from attention import RMSNorm, SandwichBlock, SlidingWindow
from attention.examples import drawn_checkpoint
from attention.gallery import build, count, describe, load, outline, release
from tests.attention.expect import assert_close, random
from tests.facts.says import says


def square(seed: int) -> nn.Linear:
    part = nn.Linear(7, 7, bias=False).double()
    part.weight.data = random(7, 7, seed=seed)
    return part


def after(part: nn.Module) -> SandwichBlock:
    """A block as OLMo 2's whose parts are one."""
    return SandwichBlock(7, part, part, before=nn.Identity, after=RMSNorm).double()


def test_the_norm_is_behind_the_part_and_inside_the_sum():
    says(
        "gallery/olmo",
        r"Llama adds \(f(n(x))\) to \(x\), and OLMo 2 adds \(n(f(x))\).",
        r"The norm is inside the sum, so this is not the post-norm of the first transformer, which is \(n(x + f(x))\).",
    )
    block = build(drawn_checkpoint("olmo2").config).double().blocks[1]
    x = random(1, 9, 24, seed=3)
    one = x + block.after_1(block.attention(x))
    two = one + block.after_2(block.feed_forward(one))
    assert_close(block(x), two)
    other = block.after_1(x + block.attention(x))
    assert (one - other).abs().max() > 0.1


def test_one_norm_is_over_the_queries_of_all_heads():
    says(
        "gallery/olmo",
        "One norm is for the queries of all heads together, and one for the keys, with a scale for each feature of each head.",
        "Norms before and after a part are equally wide, and a scale over all heads has as many numbers as one for each head and feature.",
    )
    layer = build(drawn_checkpoint("olmo2").config).double().blocks[0].attention
    x = random(1, 5, 24, seed=1)
    for normed in (layer.W_query, layer.W_key):
        plain = normed.projection(x)
        mean_square = plain.square().mean(dim=-1, keepdim=True)
        assert_close(normed(x), plain / torch.sqrt(mean_square + 1e-5))
        assert normed.norm.scale.numel() == plain.shape[-1]


def test_olmo_3_has_windows_in_three_layers_of_four_and_yarn_in_the_fourth():
    says(
        "gallery/olmo",
        "OLMo 3 has a window in three of four layers.",
        "A longer version also has YaRN, a rule for longer contexts, in the layers without a window alone (`Olmo3Config` in transformers).",
    )
    said = describe(outline(release("olmo-3-32b").config))
    assert said.letters == 16 * "AAAB"
    windowed, full = said.layers["A"], said.layers["B"]
    assert windowed["attends to"] != full["attends to"] == "all before it"
    assert "times" in full["positions"]
    plain = describe(outline(release("olmo-2-7b").config)).layers["A"]
    assert windowed["positions"] == plain["positions"]  # the same base and width


@torch.no_grad()
def test_what_short_tests_see_of_the_mistakes(tmp_path):
    says(
        "gallery/olmo",
        "It cannot see the window, which is one key too wide: in a text no longer than the right window, both windows hide nothing.",
        "The first token alone shows just one, because with one key the queries and keys do not matter.",
    )
    drawn_checkpoint("olmo3").write(tmp_path)
    right, wrong = (load(tmp_path, torch.float64) for _ in range(2))
    for block in wrong.blocks:
        if isinstance(block.attention.mask, SlidingWindow):
            block.attention.mask = SlidingWindow(block.attention.mask.window + 1)
    for seed in range(5):
        ids = torch.randint(31, (3, 21), generator=torch.Generator().manual_seed(seed))
        off = (right(ids) - wrong(ids)).abs()
        assert off[:, :20].max() == 0 < off[:, 20].min()
    one = load(tmp_path, torch.float64)
    for block in one.blocks:
        for normed in (block.attention.W_query, block.attention.W_key):
            normed.projection.weight *= -3
            normed.norm.scale.copy_(random(normed.norm.scale.numel(), seed=1))
    ids = torch.arange(31)[:, None]
    assert_close(one(ids), right(ids))
    assert (one(ids.T) - right(ids.T)).abs().max() > 0.1


def test_what_groups_and_windows_save():
    says(
        "gallery/olmo",
        "Here are the caches after 32,768 tokens in bfloat16, eight times as many as OLMo 2's config allows:",
        "There are no experts, so every layer uses all its parameters for every token.",
        "OLMo 3 32B has more than four times the parameters of OLMo 2 7B, and its cache is 17% as large.",
        "Without windows it would be 50%, although there are twice as many layers, because five heads share a key, and each head of the 7B has its own.",
    )
    small, large = (release(name).config for name in ("olmo-2-7b", "olmo-3-32b"))
    two, three = (count(outline(config)) for config in (small, large))
    assert 8 * small["max_position_embeddings"] == 32768
    assert (two.active, three.active) == (two.parameters, three.parameters)
    assert three.parameters > 4 * two.parameters
    assert f"{three.cached(32768) / two.cached(32768):.0%}" == "17%"
    grows = [sum(layer.growing for layer in counts.layers) for counts in (two, three)]
    assert grows[0] == 2 * grows[1]
    assert len(three.layers) == 2 * len(two.layers)
    assert large["num_attention_heads"] == 5 * large["num_key_value_heads"]
    assert small["num_attention_heads"] == small["num_key_value_heads"]


def test_the_first_olmo_is_refused():
    says("gallery/olmo", "The first OLMo, of the type `olmo`, is not covered.")
    with pytest.raises(ValueError, match=r"^config: model_type .* Got 'olmo'\.$"):
        build({**release("olmo-2-7b").config, "model_type": "olmo"})


@torch.no_grad()
def test_a_factor_of_a_part_cancels_but_for_epsilon(tmp_path):
    says(
        "gallery/olmo",
        "The norm behind a part divides by the root of the mean square of what the part returns, so the factor cancels.",
        r"What is left is due to the \(\varepsilon\) of the norm.",
    )
    for seed in range(10):
        x, off = random(5, 7, seed=seed + 20), {}
        for eps in (1e-2, 0.0):
            block = after(square(seed))
            block.after_1.eps = block.after_2.eps = eps
            before = block(x)
            block.attention.weight *= 10  # the feed-forward network is the same module
            off[eps] = (block(x) - before).abs().max()
        assert off[0.0] < 1e-12
        assert off[1e-2] > 1e-6
    drawn_checkpoint("olmo2").write(tmp_path)
    model, ids = load(tmp_path, torch.float64), torch.arange(31)[None]
    for block in model.blocks:
        block.after_1.eps = block.after_2.eps = 0.0
    before = model(ids)
    for block in model.blocks:
        block.attention.out_proj.weight *= 10
        block.feed_forward.W_down.weight *= 10
    assert (model(ids) - before).abs().max() < 1e-9


@torch.no_grad()
def test_a_layer_adds_a_bounded_length():
    says(
        "gallery/olmo",
        r"With the norm inside the sum, tokens can grow, but a layer adds at most \(\sqrt{d}\) to the length of a token while the scales are 1.",
    )
    norm = RMSNorm(7).double()
    for seed in range(20):
        part, x = square(seed), 3 * random(50, 7, seed=seed + 20)
        longer = (x + norm(part(x))).norm(dim=-1) - x.norm(dim=-1)
        assert longer.max() <= math.sqrt(7)
        assert longer.max() > 0
