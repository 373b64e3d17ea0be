"""What docs/gallery/gpt-oss.md says in general."""

import torch
from torch import nn

from attention import Router, SlidingWindow, SwiGLU
from attention.frontier.clamped_swiglu import ClampedSwiGLU
from attention.gallery import build, outline, release
from tests.attention.expect import assert_close, numbered, random
from tests.facts.gallery.made import (
    IDS,
    count,
    described,
    loaded,
    seen_from,
    share,
    stored,
)
from tests.facts.says import says


def test_the_formulas_of_an_expert():
    says(
        "gallery/gpt-oss",
        r"\[ g = \min(x W_g + b_g,\; c) \qquad u = \max(-c,\; \min(x W_u + b_u,\; c)) \]",
        r"\[ E(x) = \bigl(g \, \sigma(a g) \odot (u + 1)\bigr) W_d + b_d \]",
        "For a token \\(x\\), with the bound \\(c = 7\\) and \\(a = 1.702\\), it computes",
        "In SwiGLU there are no bounds and no biases, \\(a\\) is 1, and nothing is added to \\(u\\).",
    )
    layer, x, c, a = numbered(ClampedSwiGLU(5, 11)), 5 * random(40, 5), 7.0, 1.702
    ways = [layer.W_gate, layer.W_up, layer.W_down]
    (W_g, b_g), (W_u, b_u), (W_d, b_d) = ((way.weight.T, way.bias) for way in ways)
    bound = torch.tensor(c, dtype=torch.float64)
    g = torch.minimum(x @ W_g + b_g, bound)
    u = torch.maximum(-bound, torch.minimum(x @ W_u + b_u, bound))
    assert all(found.any() for found in (g == c, u == c, u == -c))
    sigmoid = 1 / (1 + torch.exp(-(a * g)))
    assert_close(layer(x), ((g * sigmoid) * (u + 1)) @ W_d + b_d)
    free, plain = ClampedSwiGLU(5, 11, 1.0, torch.inf).double(), SwiGLU(5, 11).double()
    for name, adds in (("W_gate", 0.0), ("W_up", -1.0), ("W_down", 0.0)):
        getattr(free, name).weight = getattr(plain, name).weight
        nn.init.constant_(getattr(free, name).bias, adds)  # of up, what it adds
    assert_close(free(x), plain(x))


@torch.no_grad()
def test_hidden_numbers_have_two_bounds():
    says("gallery/gpt-oss", "Between −42 and 56.")
    layer, hidden = numbered(ClampedSwiGLU(5, 11)), []
    layer.W_down.register_forward_hook(lambda module, given, out: hidden.extend(given))
    for size in (0.1, 1.0, 10.0, 1e3, 1e6):
        layer(size * random(3000, 5, seed=round(size)))
    found = torch.cat(hidden)
    assert -42 < found.min() < -41.99
    assert 55.99 < found.max() < 56


def test_what_the_function_puts_together():
    says(
        "gallery/gpt-oss",
        "The first layer has a window, the second attends to all tokens before it, and so on in turn.",
        "All layers turn queries and keys by the same rotary positions.",
        "YaRN slows some of the turns for longer contexts, and makes the turned vectors about a third longer.",
        "The norms before each part are the same, and so is the router but for its bias.",
    )
    mixtral = described("mixtral-8x7b").layers["A"]
    for name in ("gpt-oss-20b", "gpt-oss-120b"):
        windowed, full = described(name).layers.values()
        assert described(name).letters in (12 * "AB", 18 * "AB")
        assert windowed["attends to"] == "the last 128"
        assert full["attends to"] == "all before it"
        assert all(windowed[fact] == mixtral[fact] for fact in ("norms", "router"))
        turns = {
            block.attention.rotary for block in outline(release(name).config).blocks
        }
        (turn,) = turns
        assert 1.3 < turn.length < 1.36
        usual = [150000.0 ** (-2 * i / 64) for i in range(32)]
        pairs = zip(turn.frequencies, usual, strict=True)
        assert {found < 0.99 * plain for found, plain in pairs} == {True, False}
    for name, biased in (("mixtral-8x7b", False), ("gpt-oss-20b", True)):
        part = outline(release(name).config).blocks[0].feed_forward
        assert (part.router.W_router.bias is not None) == biased


def test_biases_and_the_router():
    says(
        "gallery/gpt-oss",
        "Queries, keys, values and outputs have biases, which Llama's do not have.",
        "So do the router and the experts.",
        "Its router takes the softmax of the chosen scores alone.",
    )
    model, x = loaded("gpt_oss"), random(7, 24)
    linears = [m for m in model.blocks.modules() if isinstance(m, nn.Linear)]
    assert all(linear.bias is not None for linear in linears)
    for block in model.blocks:
        assert block.attention.attend.sinks.shape == (block.attention.num_heads,)
        router = block.feed_forward.router
        assert type(router) is Router
        chosen, weights = router(x)
        powers = torch.exp(router.W_router(x).gather(-1, chosen))
        assert_close(weights, powers / powers.sum(dim=-1, keepdim=True))


@torch.no_grad()
def test_windows_are_passed_on_with_one_key_less_and_not_seen_by_short_texts():
    says(
        "gallery/gpt-oss",
        "A layer with a window passes on the last 7 keys, because the next token brings its own.",
        "The window of 21 keys for 20 changes nothing in the first 8 tokens, because none of them has more than 8 keys.",
        "A test must have more tokens than the window.",
        "Counted from 0, position 20 is the first one with more than 20 keys.",
    )
    seen_from("gpt_oss", 20, "W + 1 keys")
    for window in (5, 8):
        model = build(stored("gpt_oss", sliding_window=window))
        assert model.blocks[0].attention.mask == SlidingWindow(window)
        caches = model.forward_with_cache(IDS[:, :40])[1]
        assert [c.keys.shape[-2] for c in caches] == [window - 1, 40] * 2


@torch.no_grad()
def test_bounds_are_not_seen_where_nothing_reaches_them():
    says(
        "gallery/gpt-oss",
        "With the bound of 7, no gate and no *up* of this checkpoint reaches it, and the same mistake would change nothing at all.",
    )
    model, sizes, logits = loaded("gpt_oss"), [], []
    for limit in (7.0, torch.inf):
        for expert in model.modules():
            if isinstance(expert, ClampedSwiGLU):
                expert.limit = limit
                for way in (expert.W_gate, expert.W_up):
                    way.register_forward_hook(lambda m, x, out: sizes.append(out.abs()))
        logits.append(model(IDS))
    assert max(float(size.max()) for size in sizes if len(size)) < 7
    assert torch.equal(*logits)


def test_what_a_token_uses_and_the_cache():
    says(
        "gallery/gpt-oss",
        "The published number of parameters for each token is ours without the table of embeddings, of which a token reads one row.",
        "With windows in half of the layers, the cache of a long text is half as large, because a window of 128 keys is next to nothing.",
        "A token uses four of the 32 experts in each layer.",
    )
    made, counts = release("gpt-oss-20b"), count("gpt-oss-20b")
    assert f"{(counts.active - counts.embeddings) / 1e9:.2f}B" == made.active
    assert f"{counts.parameters / 1e9:.2f}B" == made.parameters
    assert share("gpt-oss-20b") == "50%"
    layers = described("gpt-oss-20b").layers.values()
    assert {facts["experts"] for facts in layers} == {"4 of 32"}
