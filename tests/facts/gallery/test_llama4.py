"""What docs/gallery/llama4.md says in general."""

import math

import torch
from torch import nn

import attention as a
from attention.gallery import build, outline, release
from tests.attention.expect import assert_close, random
from tests.facts.gallery.made import IDS, count, refused, seen_from, stored
from tests.facts.says import says


def test_what_the_function_puts_together():
    says(
        "gallery/llama4",
        "In three of four layers, queries and keys are turned, and a query attends only to keys of its own chunk.",
        "In Scout, they are normalised without a scale.",
        "In each fourth layer there are no positions, but a temperature.",
        "The feed-forward network is a mixture of one chosen expert and one shared expert.",
        "In Maverick, every second layer has a single network instead.",
    )
    for name in ("llama-4-scout", "llama-4-maverick"):
        for number, block in enumerate(outline(release(name).config).blocks):
            layer, part = block.attention, block.feed_forward
            local, scout = number % 4 != 3, name.endswith("scout")
            assert (layer.rotary is not None) == local
            assert isinstance(layer.mask, a.ChunkedMask) == local
            assert isinstance(layer.attend, a.PositionTemperature) == (not local)
            normed = not isinstance(layer.W_query, nn.Linear)
            assert normed == (local and scout)
            assert not (normed and list(layer.W_query.norm.parameters()))
            single = number % 2 == 0 and not scout
            assert isinstance(part, a.SwiGLU) == single
            if not single:
                assert (part.router.top_k, part.weigh_inputs) == (1, True)
                assert isinstance(part.shared, a.SwiGLU)


def test_turning_commutes_with_a_norm_and_the_first_query_of_a_chunk_is_alone():
    says(
        "gallery/llama4",
        "Turning changes no length, so it does not matter which comes first.",
        "The first query of a chunk sees only itself.",
    )
    x, turn = 3 * random(2, 50, 10), a.RotaryPositions(50, 10).double()
    unit = nn.RMSNorm(10, eps=1e-5, elementwise_affine=False)
    assert_close(turn(unit(x)), unit(turn(x)))
    for chunk in (1, 3, 8):
        mask = a.ChunkedMask(chunk)(40)
        for first in range(0, 40, chunk):
            assert mask[first].nonzero().flatten().tolist() == [first]


def test_chunks_alone_carry_nothing_further():
    says(
        "gallery/llama4",
        "With chunks they do not.",
        "So if all layers had chunks, nothing before its chunk would reach a token.",
        "In Llama 4, it comes through the layers without positions.",
    )
    unread = ["moe_layers", "layer_types", "floor_scale", "attn_scale"]
    unread += ["attn_temperature_tuning"]  # of layers that there are not
    sizes = dict.fromkeys(unread) | {"attention_chunk_size": 8, "num_hidden_layers": 8}
    for turned in ([1] * 8, [1, 1, 1, 0] * 2):
        model = build(stored("llama4", **sizes, no_rope_layers=turned)).double()
        model(torch.arange(30)[None])[0, 20].sum().backward()
        slopes = model.tok_emb.weight.grad.abs().amax(dim=-1)  # each token has a row
        assert (slopes[16:21] > 0).all()
        assert (slopes[:16] > 0).tolist() == 16 * [not all(turned)]


def test_the_formula_of_the_temperature():
    says(
        "gallery/llama4",
        r"\[ 1 + 0.1 \, \ln(1 + c) \]",
        r"where \(c\) is `(p + 1) // 8192`.",
        "In these layers, the query at position \\(p\\), counted from 0, is multiplied by",
        "A larger factor makes the softmax sharper:",
    )
    layer = a.PositionTemperature(8192, 0.1)
    for p in (0, 8190, 8191, 16383, 20000):
        query, keys, values = random(1, 1, 4), random(1, p + 1, 4), random(1, p + 1, 4)
        c = (p + 1) // 8192
        factor = 1 + 0.1 * math.log(1 + c)
        expected, _ = a.scaled_dot_product_attention(factor * query, keys, values)
        assert_close(layer(query, keys, values)[0], expected)
    scores = 3 * random(200, 12)
    for factor in (1.069, 1.283, 1.711):
        plain, sharper = (torch.softmax(f * scores, dim=-1) for f in (1.0, factor))
        assert (sharper.amax(dim=-1) > plain.amax(dim=-1)).all()
        assert (sharper.amin(dim=-1) < plain.amin(dim=-1)).all()


def test_weights_inside():
    says(
        "gallery/llama4",
        "Llama 4 multiplies what the expert is given, and that is something else, because SwiGLU is not linear:",
        "The router weighs the chosen expert by the sigmoid of its score.",
    )
    router, x = a.SigmoidRouter(6, 5, 1).double(), random(40, 6)
    chosen, weights = router(x)
    assert_close(weights, torch.sigmoid(router.W_router(x).gather(-1, chosen)))
    for expert in (a.SwiGLU(6, 9).double(), nn.Linear(6, 6, bias=False).double()):
        apart = (weights * expert(x) - expert(weights * x)).abs().max()
        assert (apart < 1e-12) == isinstance(expert, nn.Linear)


@torch.no_grad()
def test_what_a_layer_with_chunks_keeps():
    says(
        "gallery/llama4",
        "A layer with chunks keeps only those 8.",
        "After a whole chunk it keeps none, because the next token begins another chunk.",
    )
    model = build(stored("llama4", attention_chunk_size=16))
    for tokens, kept in ((40, 8), (16, 0), (32, 0), (15, 15), (33, 1)):
        caches = model.forward_with_cache(IDS[:, :tokens])[1]
        assert [cache.keys.shape[-2] for cache in caches] == [kept] * 3 + [tokens]


def test_which_mistakes_a_short_test_sees():
    says(
        "gallery/llama4",
        "A window of 32 keys is the same as a chunk of 32 until the first chunk ends, and the temperature is 1 for the first 39 tokens.",
        "A test of 32 tokens sees neither mistake.",
        "So turning and QK-norm show from position 1 on.",
    )
    seen_from("llama4", 32, "a window for chunks")
    seen_from("llama4", 39, "one temperature")
    seen_from("llama4", 1, "rotary everywhere", "no QK-norm")


def test_what_it_costs_and_what_is_refused():
    says(
        "gallery/llama4",
        "A token uses one expert of 16 in each layer, and the shared one.",
        "The published 109 billion also count the tower that reads pictures, which our function leaves out.",
        "Our function does not cover the tower, so the type is refused, and so is a text model with a tower:",
    )
    scout, counts = release("llama-4-scout"), count("llama-4-scout")
    assert "tower" in scout.difference
    assert 1.07e11 < counts.parameters < 1.09e11
    assert f"{counts.active / 1e9:.0f}B" == scout.active
    unused = 48 * 15 * 3 * 5120 * 8192  # of each layer, 15 experts of three matrices
    assert counts.parameters - counts.active == unused
    refused("model_type .* Got 'llama4'", stored("llama4"), model_type="llama4")
    refused("vision_config must be missing", stored("llama4"), vision_config={})
