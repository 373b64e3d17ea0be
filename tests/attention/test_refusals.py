"""What cannot be computed is refused, in words that name an argument and what it is.

Shapes that a signature excludes are in test_shapes.py.
"""

from collections.abc import Callable
from functools import partial
from math import inf, nan

import pytest
import torch
from torch import Tensor, nn

import attention as a
from attention.examples import (
    draw_pairs,
    fit,
    load_trained,
    said_twice,
    tokens,
)
from attention.examples.pair_memory import PairMemory
from attention.models.sampling import draw
from attention.modern.qk_norm import NormedHeads
from attention.plotting import arrows, curves, cuts, heatmap
from attention.text import (
    SlidingWindows,
    build_vocabulary,
    embedding_table,
    encode_words,
    nearest,
    noise_distribution,
    skip_gram_pairs,
)
from tests.attention.expect import random, unchecked
from tests.attention.layers.made import D_IN, LAYERS, LONGEST, made

X, TOKEN, WHOLE = random(5, 3), random(3), torch.arange(5)
ROWS = torch.ones(5, 3).long()  # what should be floating point
HEADED = {
    "split": lambda heads: a.MultiHeadAttention(5, 21, 11, 0.0, heads),
    "working": lambda heads: a.Attention(5, 21, 11, 0.0, heads),
    "cross": lambda heads: a.CrossAttention(5, 21, 0.0, heads),
    "linear": lambda heads: a.LinearAttention(5, 21, heads),
    "delta": lambda heads: a.GatedDelta(5, 21, heads),
}
CONTEXT = ["causal", "wrapper", "split", "grouped", "fused", "latent"]
OF_TOKENS = [*CONTEXT, "V1", "V2", "linear attention", "gated delta"]
STATES = ["gated delta net", "Mamba-2", "lightning", "gated convolution"]
OF_TOKENS += ["feed-forward", "SwiGLU", "norm", "RMS norm", "block"]
POSITIONS = [a.LearnedPositions(13, 6), a.SinusoidalPositions(6)]
POSITIONS += [a.RotaryPositions(13, 6)]
CONVERT = [a.combine_masks, a.to_sdpa, a.to_multihead, a.to_additive]

SIZES = dict.fromkeys(["num_heads", "head_dim", "latent_dim", "rotary_dim"], 2)
NET = dict.fromkeys(["key_dim", "value_dim", "num_key_heads", "kernel_size"], 2)
MAMBA = dict.fromkeys(["head_dim", "d_state", "num_groups", "kernel_size"], 2)
indexer, kernels = a.Indexer(7, 2, 5), random(3, 1, 4)
heads = a.Attention(12, 12, 13, 0.0, 6)
latent = partial(a.LatentAttention, 7, 19, 13, 0.0)
gated = a.MultiHeadAttention(12, 12, 13, 0.0, 3)
a.GatedAttention(12, gated)  # takes its out_proj
fused = a.Attention(4, 4, 6, 0.0, 2, attend=None)
normed = a.add_qk_norm(a.Attention(7, 30, 13, 0.0, 3), a.RMSNorm)
gpt = a.GPT(13, 7, 6, 2, 3)
ids = torch.arange(10).view(2, 5)
omega = a.rotary_frequencies(6)
codes = a.quantise(X.float(), (2, 2))
loads, chosen = torch.tensor([3, 1]), torch.tensor([[0, 2]])
words = random(4)
turn = a.RotaryPositions(7, 6).double()


class Table(nn.Module):
    """Logits of 13 words for each word, all the same."""

    def __init__(self, number: float = 0.0):
        super().__init__()
        self.logits = nn.Parameter(torch.full((13, 13), number))

    def forward(self, ids: Tensor) -> Tensor:
        return self.logits[ids]


def record(model: nn.Module) -> None:
    with a.record_weights(model):
        pass


def cached(model: nn.Module, x: Tensor, *more: Tensor) -> None:
    """Read more after a text, from its cache."""
    _, cache = model.forward_with_cache(x)
    for each in more:
        model.forward_with_cache(each, cache)


def caches_of(*lengths: int) -> None:
    """Continue a text from caches of as many tokens, one for each block."""
    caches = [gpt.forward_with_cache(ids[:, :n])[1][0] for n in lengths]
    gpt.forward_with_cache(ids[:, 3:], caches)


def cut_in_two(rows: int) -> None:
    """A layer whose queries have lost rows on their way to another machine."""
    layer = a.Attention(7, 5, 13, 0.0, 6, num_kv_groups=2, head_dim=4)
    layer.W_query.weight = nn.Parameter(layer.W_query.weight[:rows])
    layer(torch.ones(5, 7))


def ruled(attend: a.AttentionCore | None) -> None:
    """A layer whose rule gives a mask of another size than that of the scores."""

    def rule(*_: object, **__: object) -> Tensor:
        return torch.ones(7, 5, dtype=torch.bool)

    a.Attention(4, 4, 6, 0.0, 2, mask=rule, attend=attend)(torch.ones(5, 4))


def logarithmic(x: Tensor, y: Tensor) -> None:
    curves(x, {"y": y}, xlabel="x", ylabel="y", logx=True, logy=True)


sandwich = partial(a.SandwichBlock, before=a.RMSNorm, after=a.RMSNorm)
parallel = partial(a.ParallelBlock, norm=a.RMSNorm)


class First(nn.Module):
    """A part of a block that returns one token for all."""

    def forward(self, x: Tensor, *_: Tensor, **__: None) -> Tensor:
        return x[:, :1]


def block(make: Callable[..., nn.Module], place: int, *parts: nn.Module) -> None:
    """A block of which one part returns what would broadcast in the sum."""
    some = [*parts[:place], First(), *parts[place + 1 :]]
    text = torch.zeros(2, 3, 6)
    make(6, *some)(*[text] * (len(parts) - 1))


REFUSED: list[tuple[str, Callable[[], object]]] = [
    # Layers
    *(("x", partial(made(n), random(5, w))) for n in OF_TOKENS for w in (1, 11)),
    *(("x", partial(made(n), random(5, w))) for n in STATES for w in (1, 11)),
    *(("x", partial(made(n), random(LONGEST + 1, D_IN))) for n in CONTEXT),
    *(("x", partial(made(n), random(D_IN))) for n in OF_TOKENS[:10]),
    *(
        ("dropout", partial(made, n, dropout=rate))
        for n in list(LAYERS)[2:]
        for rate in (1.0, -0.1)
    ),
    *(("d_out", partial(HEADED[n], h)) for n in HEADED for h in (0, -3, 2)),
    ("num_heads", lambda: a.MultiHeadAttentionWrapper(5, 7, 11, 0.0, 0)),
    *(("num_heads", partial(a.split_heads, random(5, 21), h)) for h in (0, -3, 2, 22)),
    *(("num_heads", partial(a.to_grouped, heads, g)) for g in (0, -2, 4, 12)),
    ("num_heads", lambda: a.Attention(5, 12, 13, 0.0, 6, num_kv_groups=4)),
    ("num_heads", lambda: a.Attention(5, 12, 13, 0.0, 0, head_dim=4)),
    ("head_dim", lambda: cut_in_two(6)),
    ("num_kv_groups", lambda: cut_in_two(12)),
    *(("start", partial(p, random(2, 6), -5)) for p in POSITIONS),
    ("start", lambda: heads.project(torch.ones(2, 12), -5)),
    # Masks
    *(("num_keys", partial(m, 3, 2)) for m in (a.causal_mask, a.SlidingWindow(2))),
    ("window", lambda: a.window_mask(3, window=0)),
    *(("mask", partial(convert, torch.tensor([1, 0]))) for convert in CONVERT),
    ("masks", a.combine_masks),
    *(
        ("mask", partial(a.masked_attention_weights, random(2, 3, 5, 7), mask))
        for mask in (
            *(torch.ones(s).bool() for s in ((), (3,), (7, 5), (2, 5, 7))),
            torch.ones(7),
        )
    ),
    *(("mask", partial(ruled, attend)) for attend in (None, a.AttentionCore())),
    (
        "mask",
        lambda: a.masked_attention_weights(random(1, 7), torch.ones(5, 7).bool()),
    ),
    *(("p", partial(a.dropout_mask, (2,), p)) for p in (1.0, -0.1, nan)),
    # Softmax, scores and tiles
    ("scores", lambda: a.attention_weights(ROWS)),
    ("scores", lambda: a.online_softmax(ROWS, 0)),
    ("scores", lambda: a.online_softmax(torch.tensor(1.0), 0)),
    ("num_keys", lambda: a.tiled_attention(X, X[:0], X[:0])),
    ("num_keys", lambda: a.tiled_attention(X, X[:4], X[:4], causal=True)),
    ("keys", lambda: a.tiled_attention(X, X.float(), X)),
    ("values", lambda: a.tiled_attention(X, X, ROWS)),
    ("queries", lambda: a.tiled_attention(ROWS, ROWS, ROWS)),
    ("block_size", lambda: a.tiled_attention(X, X, X, block_size=0)),
    *(("model", partial(record, m)) for m in (nn.Linear(2, 2), fused)),
    *(
        ("model", partial(record, nn.Sequential(heads, layer)))
        for layer in (fused, a.LinearAttention(4, 4, 2), a.GatedDelta(4, 4, 2))
    ),
    # Positions
    ("num_tokens", lambda: a.add_positions(X, random(2, 3))),
    ("d_model", lambda: a.shift_matrix(WHOLE, 3)),
    ("dtype", lambda: a.sinusoidal_positions(WHOLE, 4, dtype=torch.int64)),
    ("dtype", lambda: a.SinusoidalPositions(3)(ROWS)),
    ("x", lambda: a.rotate(ROWS[:, :2], WHOLE)),
    ("head_dim", lambda: a.rotate(X, WHOLE)),
    ("head_dim", lambda: a.RotaryPositions(7, 7)),
    ("head_dim", lambda: a.rotary_frequencies(-2)),
    ("context_length", lambda: a.RotaryPositions(0, 6)),
    ("frequencies", lambda: a.RotaryPositions(7, 14, frequencies=omega)),
    ("width", lambda: a.RotaryPositions(7, 4, width=2)),
    ("base", lambda: a.rotary_frequencies(6, nan)),
    ("cached and new tokens", lambda: turn(random(5, 6), 3)),
    *(("weight", partial(a.to_halves, torch.ones(12), h)) for h in (0, -1, 4, 5)),
    ("factor", lambda: a.llama3_frequencies(omega, 0.0)),
    ("original_length", lambda: a.llama3_frequencies(omega, original_length=0)),
    *(
        ("high_freq_factor", partial(a.llama3_frequencies, omega, 8.0, 1.0, high))
        for high in (1.0, 0.5)
    ),
    # Variants of a layer
    ("chunk", lambda: a.ChunkedMask(0)(3)),
    ("num_keys", lambda: a.ChunkedMask(2)(3, 2)),
    ("steps", lambda: a.PositionTemperature(0)),
    ("num_heads", lambda: a.alibi_slopes(0)),
    ("num_keys", lambda: a.alibi_bias(torch.ones(1), 5, 4)),
    ("attention", lambda: a.GatedAttention(12, gated)),
    ("layer", lambda: a.add_qk_norm(latent(3, 5, 11, 2), a.RMSNorm)),
    ("W_query", lambda: a.add_qk_norm(normed, a.RMSNorm)),
    ("out_features", lambda: NormedHeads(nn.Linear(7, 11), 3, a.RMSNorm)),
    ("rotary_dim", lambda: latent(3, 11, 17, 3)),
    *((name, partial(latent, **(SIZES | {name: 0}))) for name in SIZES),
    *(
        (name, partial(a.latent_costs, **({"d_model": 2} | SIZES | {name: 0})))
        for name in ["d_model", *SIZES, "query_dim"]
    ),
    ("num_heads", lambda: a.grouped_costs(6, 4, 3, 3)),
    ("head_dim", lambda: a.grouped_costs(6, 4, 2, 0)),
    # Recurrent layers
    ("top_k", lambda: a.select_keys(random(5, 7), 0)),
    ("top_k", lambda: a.SelectiveAttention(heads, a.Indexer(12, 2, 5), 0)),
    (
        "attention",
        lambda: a.SelectiveAttention(latent(3, 5, 11, 2), a.Indexer(7, 2, 5), 3),
    ),
    ("head_dim", lambda: a.Indexer(12, 2, 0)),
    ("attention", lambda: a.SelectiveLatentAttention(latent(3, 5, 11, 2), indexer, 3)),
    ("past", lambda: a.short_convolution(X, kernels, past=X)),
    ("x", lambda: a.short_convolution(X.T, kernels)),
    ("num_key_heads", lambda: a.GatedDeltaNet(7, 5, 4, 3, 3, num_key_heads=3)),
    *(
        (name, partial(a.GatedDeltaNet, 7, 5, 4, **(NET | {name: 0})))
        for name in [*NET]
    ),
    ("num_groups", lambda: a.Mamba2(7, 5, 4, 3, 5, 3)),
    ("norm_groups", lambda: a.Mamba2(7, 5, 4, 3, 5, norm_groups=5)),
    *((name, partial(a.Mamba2, 7, 5, 4, **(MAMBA | {name: 0}))) for name in MAMBA),
    ("num_heads", lambda: a.LightningAttention(7, 5, 0, 3)),
    ("rate", lambda: a.LightningAttention(7, 5, 4, 3, rate=-0.1)),
    ("kernel_size", lambda: a.GatedConvolution(7, 0)),
    ("chunk_size", lambda: a.GatedDelta(7, 33, 3, 0)),
    (
        "chunk_size",
        lambda: a.delta_rule_in_chunks(X, X, X, words[:1].expand(5), chunk_size=0),
    ),
    # Caches and models
    *(
        ("cached and new tokens", partial(cached, layer, torch.ones(1, 13, 12), x))
        for x in [torch.ones(1, 1, 12)]
        for layer in (heads, a.LatentAttention(12, 12, 13, 0.0, 3, 5, 7, 2))
    ),
    ("cached and new tokens", lambda: cached(gpt, ids, ids[:, :3])),
    ("caches", lambda: caches_of(3)),
    ("caches", lambda: caches_of(3, 2)),
    ("ids", lambda: gpt(torch.zeros(1, 8).long())),
    *(
        (argument, partial(write, gpt, text, 4))
        for write in (a.GPT.generate, partial(a.GPT.generate, use_cache=True))
        for argument, text in [("ids and new words", ids), ("ids", ids[:, :0])]
    ),
    *(
        ("each part of a block", partial(block, make, place, *parts))
        for same, cross in [(nn.Identity(), a.CrossAttention(6, 6, 0.0, 2))]
        for make, parts in [
            (a.TransformerBlock, [same, same]),
            (sandwich, [same, same]),
            (parallel, [same, same]),
            (a.DecoderBlock, [same, cross, same]),
        ]
        for place in range(len(parts))
    ),
    *(("x", partial(norm(3), ROWS)) for norm in (a.LayerNorm, a.RMSNorm)),
    *(("vocab_size", partial(m, 0, 7, 6, 2, 3)) for m in (a.GPT, a.AttentionOnly)),
    *(("num_layers", partial(m, 13, 7, 6, 0, 3)) for m in (a.GPT, a.AttentionOnly)),
    ("source_vocab_size", lambda: a.Transformer(0, 13, 7, 6, 2, 3)),
    ("target_vocab_size", lambda: a.Transformer(13, 0, 7, 6, 2, 3)),
    ("num_layers", lambda: a.Transformer(13, 13, 7, 6, 0, 3)),
    ("loss", lambda: fit(Table(), [(ids, torch.full_like(ids, 2))], 0.1, 2)),
    ("loss", lambda: fit(Table(inf), [(ids, ids)], 0.1)),
    ("targets", lambda: fit(Table(), [(ids, ids.mT)], 0.1)),
    *(("temperature", partial(a.scale_logits, words, t)) for t in (0.0, nan)),
    ("k", lambda: a.keep_top_k(words, 5)),
    *(("p", partial(a.keep_top_p, words, p)) for p in (1.1, nan)),
    ("model", lambda: a.generate(Table(nan), ids[:, :1], 3)),
    *(
        ("logits", partial(draw, torch.tensor([[0.0, 1.0], [n, n]])))
        for n in (nan, -inf, inf)
    ),
    # The frontier
    ("the router", lambda: a.expert_load(chosen, 2)),
    ("the router", lambda: a.balance_loss(words[None, :2].exp(), chosen)),
    ("the router", lambda: a.within_capacity(chosen, 2, 1)),
    ("capacity", lambda: a.within_capacity(chosen, 3, 0)),
    ("step", lambda: a.balanced_bias(words[:2], loads, step=0.0)),
    ("top_k", lambda: a.Router(3, 3, 4)),
    ("top_k", lambda: a.SigmoidRouter(3, 3, 0)),
    ("limit", lambda: a.ClampedSwiGLU(3, 5, limit=0.0)),
    ("experts", lambda: a.MixtureOfExperts(a.Router(3, 1, 1), [])),
    (
        "each part of a block",
        lambda: a.MixtureOfExperts(a.Router(3, 1, 1), [nn.Linear(3, 1)])(X.float()),
    ),
    ("num_experts", lambda: a.DeepSeekRouter(3, 7, 2, num_groups=2)),
    ("top_groups", lambda: a.DeepSeekRouter(3, 8, 2, num_groups=2, top_groups=3)),
    ("top_k", lambda: a.DeepSeekRouter(3, 8, 5, num_groups=2, top_groups=1)),
    *(("cap", partial(a.SoftCap, cap)) for cap in (0.0, nan)),
    (
        "each part of a block",
        lambda: a.OnePartBlock(6, First(), a.RMSNorm)(torch.zeros(2, 3, 6)),
    ),
    (
        "a part without forward_with_cache",
        lambda: (
            a.OnePartBlock(12, gated, a.RMSNorm)
            .eval()
            .forward_with_cache(random(5, 12).float())
        ),
    ),
    ("x", lambda: a.GeGLU(7, 11)(torch.ones(5, 3))),
    ("dtype", lambda: a.decode_float8(torch.zeros(1).byte(), torch.float16)),
    ("dtype", lambda: a.quantise(X, dtype=torch.float16)),
    ("x", lambda: a.quantise(ROWS)),
    ("x", lambda: a.quantise(X / 0)),
    *(("block", partial(a.quantise, X, b)) for b in ((0, 2), (2, 0))),
    ("block", lambda: a.dequantise(*codes, (2, 0))),
    ("ids", lambda: a.multi_token_loss(random(1, 2, 3), random(1, 1, 3), ids[:1, :2])),
    ("later", lambda: a.multi_token_loss(random(2, 5, 13), random(2, 5, 13), ids)),
    # Texts
    ("words", lambda: embedding_table({"a": 0}, ["a", "a"], X[:2])),
    ("vectors", lambda: embedding_table({"a": 0, "b": 1}, ["a", "b"], X[:1])),
    ("vectors", lambda: nearest(X * nan, TOKEN)),
    ("query", lambda: nearest(X, TOKEN * inf)),
    *(("k", partial(nearest, X, TOKEN, k=k, exclude=[2])) for k in (0, 5)),
    ("ids", lambda: skip_gram_pairs(WHOLE[:1], 1)),
    ("window", lambda: skip_gram_pairs(WHOLE, 0)),
    ("ids", lambda: noise_distribution(WHOLE, 4)),
    ("ids", lambda: SlidingWindows(ids, 3, 1)),
    ("length", lambda: SlidingWindows(WHOLE, 0, 1)),
    ("stride", lambda: SlidingWindows(WHOLE, 3, 0)),
    ("ids", lambda: SlidingWindows(WHOLE, 5, 1)),
    ("text", lambda: encode_words("One <EOS> step", build_vocabulary(tokens))),
    ("words", lambda: build_vocabulary(["one", "<eos>"])),
    # Examples and figures
    *(("num_keys", partial(draw_pairs, 2, n)) for n in (0, 33)),
    ("writes", lambda: draw_pairs(2, 5, writes=0)),
    ("rule", lambda: PairMemory("sum")),
    *(("length", partial(said_twice, 2, n)) for n in (0, 17)),
    ("name", lambda: load_trained("tale")),
    ("values", lambda: heatmap(X, rows=list("ab"), columns=list("abc"))),
    ("vectors", lambda: arrows(X[:2, :2], labels=list("abc"))),
    ("ys", lambda: curves(TOKEN, {}, xlabel="x", ylabel="y")),
    ("x", lambda: logarithmic(WHOLE, WHOLE + 1)),
    ("ys", lambda: logarithmic(WHOLE + 1, WHOLE)),
    ("rows", lambda: cuts({"a": ["x" * 41]})),
]


IDS = [f"{argument}, {n}" for n, (argument, _) in enumerate(REFUSED)]


@pytest.mark.parametrize(("argument", "call"), REFUSED, ids=IDS)
def test_what_cannot_be_computed_is_refused_and_the_argument_named(argument, call):
    words = rf"^{argument} must .+\. Got .+\.$"
    with unchecked(), pytest.raises(ValueError, match=words):
        call()


def test_a_mask_given_to_side_by_side_heads_is_refused_and_not_lost():
    layer = made("wrapper")
    with pytest.raises(AttributeError, match="'mask'"):
        layer.mask = torch.ones(LONGEST, LONGEST).bool()
    assert torch.equal(layer.mask, a.causal_mask(LONGEST))
