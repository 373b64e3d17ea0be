"""What docs/gallery/gpt-oss.md says in general."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from attention import (
    AttentionCore,
    Decoder,
    MixtureOfExperts,
    Router,
    SlidingWindow,
    SwiGLU,
)
from attention.examples import drawn_checkpoint
from attention.frontier.clamped_swiglu import ClampedSwiGLU
from attention.gallery import build, count, describe, load, outline, release
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

stored = drawn_checkpoint("gpt_oss")


@pytest.fixture
def model(tmp_path: Path) -> Decoder:
    return load(stored.write(tmp_path), torch.float64)


def experts(model: Decoder) -> list[ClampedSwiGLU]:
    return [each for each in model.modules() if isinstance(each, ClampedSwiGLU)]


def test_the_formulas_of_an_expert():
    says(
        "gallery/gpt-oss",
        r"\[ g = \min(x W_g + b_g,\; c) \qquad u = \max(-c,\; \min(x W_u + b_u,\; c)) \]",
        r"\[ E(x) = \bigl(g \, \sigma(a g) \odot (u + 1)\bigr) W_d + b_d \]",
        "For a token \\(x\\), with the bound \\(c = 7\\) and \\(a = 1.702\\), it computes",
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


def test_swiglu_is_one_of_them():
    says(
        "gallery/gpt-oss",
        "In SwiGLU there are no bounds and no biases, \\(a\\) is 1, and nothing is added "
        "to \\(u\\).",
    )
    layer, plain = ClampedSwiGLU(5, 11, 1.0, torch.inf).double(), SwiGLU(5, 11).double()
    for name, adds in (("W_gate", 0.0), ("W_up", -1.0), ("W_down", 0.0)):
        getattr(layer, name).weight = getattr(plain, name).weight
        nn.init.constant_(getattr(layer, name).bias, adds)  # of up, what it adds
    x = 10 * random(40, 5)
    assert_close(layer(x), plain(x))


@torch.no_grad()
def test_hidden_numbers_have_two_bounds():
    says("gallery/gpt-oss", "Between −42 and 56.")
    layer = numbered(ClampedSwiGLU(5, 11))
    hidden: list[Tensor] = []
    layer.W_down.register_forward_hook(lambda module, given, out: hidden.extend(given))
    for size in (0.1, 1.0, 10.0, 1e3, 1e6):
        layer(size * random(3000, 5, seed=round(size)))
    found = torch.cat(hidden)
    assert -42 < found.min() < -41.99
    assert 55.99 < found.max() < 56


def test_what_the_function_puts_together():
    says(
        "gallery/gpt-oss",
        "The first layer has a window, the second attends to all tokens before it, "
        "and so on in turn.",
        "All layers turn queries and keys by the same rotary positions.",
        "YaRN slows some of the turns for longer contexts, and makes the turned vectors "
        "about a third longer.",
    )
    for name in ("gpt-oss-20b", "gpt-oss-120b"):
        config = dict(release(name).config)
        config |= {"num_local_experts": 4}  # which are many, and all alike
        made = outline(config)
        blocks = list(made.blocks)
        masks = [block.attention.mask for block in blocks]
        assert all(mask == SlidingWindow(128) for mask in masks[::2])
        assert not any(isinstance(mask, SlidingWindow) for mask in masks[1::2])
        turns = {id(block.attention.rotary) for block in blocks}
        assert len(turns) == 1
        turn = blocks[0].attention.rotary
        assert 1.3 < turn.length < 1.36
        pairs = range(len(turn.frequencies))
        usual = [150000.0 ** (-2 * i / 64) for i in pairs]
        slower = [turn.frequencies[i] < 0.99 * usual[i] for i in pairs]
        assert set(slower) == {True, False}


def test_biases_and_the_router(model: Decoder):
    says(
        "gallery/gpt-oss",
        "Queries, keys, values and outputs have biases, which Llama's do not have.",
        "So do the router and the experts.",
        "Its router takes the softmax of the chosen scores alone.",
    )
    for block in model.blocks:
        layer, mixture = block.attention, block.feed_forward
        ways = [layer.W_query, layer.W_key, layer.W_value, layer.out_proj]
        ways += [mixture.router.W_router]
        for expert in mixture.experts:
            ways += [expert.W_gate, expert.W_up, expert.W_down]
        assert all(way.bias is not None for way in ways)
        assert isinstance(layer.attend, AttentionCore)
        assert layer.attend.sinks.shape == (layer.num_heads,)
        assert isinstance(mixture, MixtureOfExperts)
        assert type(mixture.router) is Router
        x = random(7, 24)
        scores = mixture.router.W_router(x)
        chosen, weights = mixture.router(x)
        powers = torch.exp(scores.gather(-1, chosen))
        assert_close(weights, powers / powers.sum(dim=-1, keepdim=True))


@torch.no_grad()
def test_a_window_passes_on_one_key_less():
    says(
        "gallery/gpt-oss",
        "A layer with a window passes on the last 7 keys, because the next token "
        "brings its own.",
    )
    for window in (5, 8):
        made = build({**stored.config, "sliding_window": window})
        caches = made.forward_with_cache(torch.zeros(1, 40, dtype=torch.int64))[1]
        kept = [cache.keys.shape[-2] for cache in caches]
        assert kept == [window - 1, 40] * 2


@torch.no_grad()
def test_a_window_is_not_seen_by_a_text_within_it(model: Decoder):
    says(
        "gallery/gpt-oss",
        "The window of 21 keys for 20 changes nothing in the first 8 tokens, because "
        "none of them has more than 8 keys.",
        "A test must have more tokens than the window.",
        "Counted from 0, position 20 is the first one with more than 20 keys.",
    )
    for seed in range(5):
        drawn = torch.Generator().manual_seed(seed)
        ids = torch.randint(31, (1, 60), generator=drawn)
        right = model(ids)
        for block in model.blocks[::2]:
            block.attention.mask = SlidingWindow(21)
        off = (model(ids) - right).abs().amax(dim=-1)[0]
        for block in model.blocks[::2]:
            block.attention.mask = SlidingWindow(20)
        assert off[:20].max() < 1e-12
        assert off[20] > 1e-6


@torch.no_grad()
def test_bounds_are_not_seen_where_nothing_reaches_them(model: Decoder):
    says(
        "gallery/gpt-oss",
        "With the bound of 7, no gate and no *up* of this checkpoint reaches it, and "
        "the same mistake would change nothing at all.",
    )
    ids = stored.ids[None]
    sizes: list[float] = []

    def note(module: nn.Module, given: object, out: Tensor) -> None:
        sizes.append(float(out.abs().max()))

    for expert in experts(model):
        expert.limit = 7.0
        expert.W_gate.register_forward_hook(note)
        expert.W_up.register_forward_hook(note)
    right = model(ids)
    assert max(sizes) < 7
    for expert in experts(model):
        expert.limit = torch.inf
    assert torch.equal(model(ids), right)


def test_what_a_token_uses_and_the_cache():
    says(
        "gallery/gpt-oss",
        "The published number of parameters for each token is ours without the table "
        "of embeddings, of which a token reads one row.",
        "With windows in half of the layers, the cache of a long text is half as "
        "large, because a window of 128 keys is next to nothing.",
        "A token uses four of the 32 experts in each layer.",
    )
    published = release("gpt-oss-20b")
    made = outline(published.config)
    counts = count(made)
    assert f"{(counts.active - counts.embeddings) / 1e9:.2f}B" == published.active
    assert f"{counts.parameters / 1e9:.2f}B" == published.parameters
    without = 32768 * sum(layer.growing for layer in counts.layers)
    assert 0.5 < counts.cached(32768) / without < 0.503
    found = describe(made).layers
    assert {facts["experts"] for facts in found.values()} == {"4 of 32"}


def test_what_is_lit():
    says(
        "gallery/gpt-oss",
        "The norms before each part are the same, and so is the router but for its "
        "bias.",
    )
    names = ("mixtral-8x7b", "gpt-oss-20b")
    first, second = (describe(outline(release(name).config)) for name in names)
    for name in ("norms", "router"):
        assert first.layers["A"][name] == second.layers["A"][name]
    for name, biased in zip(names, (False, True), strict=True):
        part = outline(release(name).config).blocks[0].feed_forward
        assert (part.router.W_router.bias is not None) == biased
