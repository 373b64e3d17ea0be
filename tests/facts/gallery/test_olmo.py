"""What docs/gallery/olmo.md says in general."""

import math

import torch
from torch import nn

from attention import RMSNorm
from attention.gallery import release
from tests.attention.expect import assert_close, random
from tests.facts.gallery.made import (
    TEXT,
    count,
    described,
    drawn,
    errors,
    refused,
    seen_from,
    share,
)
from tests.facts.says import says


def test_the_norm_is_behind_the_part_and_inside_the_sum():
    says(
        "gallery/olmo",
        r"Llama adds \(f(n(x))\) to \(x\), and OLMo 2 adds \(n(f(x))\).",
        r"The norm is inside the sum, so this is not the post-norm of the first transformer, which is \(n(x + f(x))\).",
    )
    block, x = drawn("olmo2").blocks[1], random(1, 9, 24, seed=3)
    one = x + block.after_1(block.attention(x))
    assert_close(block(x), one + block.after_2(block.feed_forward(one)))
    assert (one - block.after_1(x + block.attention(x))).abs().max() > 0.1


def test_one_norm_is_over_the_queries_of_all_heads():
    says(
        "gallery/olmo",
        "One norm is for the queries of all heads together, and one for the keys, with a scale for each feature of each head.",
        "Norms before and after a part are equally wide, and a scale over all heads has as many numbers as one for each head and feature.",
    )
    layer, x = drawn("olmo2").blocks[0].attention, random(1, 5, 24, seed=1)
    for normed in (layer.W_query, layer.W_key):
        plain, scale = normed.projection(x), normed.norm.scale
        mean_square = plain.square().mean(dim=-1, keepdim=True)
        assert_close(normed(x), scale * plain / torch.sqrt(mean_square + 1e-5))
        assert scale.numel() == plain.shape[-1]


def test_olmo_3_has_windows_in_three_layers_of_four_and_yarn_in_the_fourth():
    says(
        "gallery/olmo",
        "OLMo 3 has a window in three of four layers.",
        "A longer version also has YaRN, a rule for longer contexts, in the layers without a window alone (`Olmo3Config` in transformers).",
    )
    windowed, full = described("olmo-3-32b").layers.values()
    assert described("olmo-3-32b").letters == 16 * "AAAB"
    assert windowed["attends to"] != full["attends to"] == "all before it"
    assert "times" in full["positions"]
    plain = described("olmo-2-7b").layers["A"]
    assert windowed["positions"] == plain["positions"]  # the same base and width


def test_what_short_tests_see_of_the_mistakes():
    says(
        "gallery/olmo",
        "It cannot see the window, which is one key too wide: in a text no longer than the right window, both windows hide nothing.",
        "The first token alone shows just one, because with one key the queries and keys do not matter.",
    )
    seen_from("olmo3", 20, "W + 1 keys")
    seen_from("olmo3", 1, "heads normed alone", "no YaRN")
    seen_from("olmo3", 0, "norms before")


def test_what_groups_and_windows_save():
    says(
        "gallery/olmo",
        "Here are the caches after 32,768 tokens in bfloat16, eight times as many as OLMo 2's config allows:",
        "There are no experts, so every layer uses all its parameters for every token.",
        "OLMo 3 32B has more than four times the parameters of OLMo 2 7B, and its cache is 17% as large.",
        "Without windows it would be 50%, although there are twice as many layers, because five heads share a key, and each head of the 7B has its own.",
    )
    names = ("olmo-2-7b", "olmo-3-32b")
    (small, large), (two, three) = (
        (release(n).config for n in names),
        map(count, names),
    )
    assert 8 * small["max_position_embeddings"] == TEXT
    assert (two.active, three.active) == (two.parameters, three.parameters)
    assert three.parameters > 4 * two.parameters
    assert share("olmo-3-32b", "olmo-2-7b") == "17%"
    grows = [sum(layer.growing for layer in counts.layers) for counts in (two, three)]
    assert (grows[0], len(three.layers)) == (2 * grows[1], 2 * len(two.layers))
    assert large["num_attention_heads"] == 5 * large["num_key_value_heads"]
    assert small["num_attention_heads"] == small["num_key_value_heads"]


def test_the_first_olmo_is_refused():
    says("gallery/olmo", "The first OLMo, of the type `olmo`, is not covered.")
    config = release("olmo-2-7b").config
    refused(r"model_type .* Got 'olmo'\.$", config, model_type="olmo")


@torch.no_grad()
def test_a_factor_of_a_part_cancels_but_for_epsilon():
    says(
        "gallery/olmo",
        "The norm behind a part divides by the root of the mean square of what the part returns, so the factor cancels.",
        r"What is left is due to the \(\varepsilon\) of the norm.",
    )

    def ten_times(model: nn.Module) -> None:
        for name, weight in model.named_parameters():
            weight.data *= 10 if "out_proj" in name or "W_down" in name else 1

    for eps, least, most in ((0.0, -1.0, 1e-9), (1e-5, 1e-6, 0.1)):
        for seed in range(3):
            model = drawn("olmo2", seed)
            for block in model.blocks:
                block.after_1.eps = block.after_2.eps = eps
            assert least < errors(model, ten_times).max() < most


@torch.no_grad()
def test_a_layer_adds_a_bounded_length():
    says(
        "gallery/olmo",
        r"With the norm inside the sum, tokens can grow, but a layer adds at most \(\sqrt{d}\) to the length of a token while the scales are 1.",
    )
    norm = RMSNorm(7).double()
    for seed in range(20):
        part, x = random(7, 7, seed=seed), 3 * random(50, 7, seed=seed + 20)
        longer = (x + norm(x @ part)).norm(dim=-1) - x.norm(dim=-1)
        assert 0 < longer.max() <= math.sqrt(7)
