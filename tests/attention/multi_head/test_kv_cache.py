"""One protocol for caches: in whatever chunks, the results of the whole sequence."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

import attention as a
from tests.attention.expect import assert_close, numbered, random, seeded, unchecked

# Distinct, so that a swapped axis is noticed.
BATCH, D, HEADS, GROUPS, HEAD_DIM, LONGEST = 2, 12, 6, 3, 2, 13
WORDS, BLOCKS = 17, 2


def prefix_mask(num_queries: int, num_keys: int, *, device: Any = None) -> Tensor:
    """Three tokens that all may attend to, and the rest causal: a rule of a reader."""
    mask = a.causal_mask(num_queries, num_keys, device=device)
    mask[:, :3] = True
    return mask


RULES = {
    "causal": a.causal_mask,
    "window of 1": a.SlidingWindow(1),
    "window of 4": a.SlidingWindow(4),
    "chunks of 4": a.ChunkedMask(4),
}
LAYERS: dict[str, tuple[Callable[..., nn.Module], tuple[int, ...]]] = {
    "multi-head": (a.Attention, (HEADS,)),
    "fused": (partial(a.Attention, attend=None), (HEADS,)),
    "grouped": (partial(a.Attention, num_kv_groups=GROUPS), (HEADS,)),
    "latent": (a.LatentAttention, (HEADS, 5, 7, 2)),
}

# What is put around a layer, or into it; and layers that keep a state of one size.
WRAPPED: dict[str, Callable[[Any], nn.Module]] = {
    "gated": lambda layer: a.GatedAttention(D, layer),
    "normed": lambda layer: a.add_qk_norm(layer, a.RMSNorm),
    "selective": lambda layer: a.SelectiveAttention(layer, a.Indexer(D, 2, 5), 3),
}
STATES: dict[str, Callable[[], nn.Module]] = {
    "linear": lambda: a.LinearAttention(D, D, HEADS),
    "delta": lambda: a.GatedDelta(D, D, HEADS),
    "delta net": lambda: a.GatedDeltaNet(D, D, HEADS, 5, 3, num_key_heads=GROUPS),
    "Mamba-2": lambda: a.Mamba2(D, D, HEADS, 3, 5, GROUPS),
    "lightning": lambda: a.LightningAttention(D, D, HEADS, 3),
    "convolution": lambda: a.GatedConvolution(D),
}
WITH_KEYS = [*LAYERS, *(f"gated {name}" for name in LAYERS), "selective multi-head"]
WITH_KEYS += [f"normed {name}" for name in LAYERS if name != "latent"]
EVERY = [*WITH_KEYS, *STATES]


def attention(name: str, **more: Any) -> nn.Module:
    if name in STATES:
        return STATES[name]()
    around, _, inner = name.rpartition(" ")
    make, sizes = LAYERS[inner]
    layer = make(D, D, LONGEST, 0.5, *sizes, **more)
    return WRAPPED[around](layer) if around else layer


def layer_of(name: str, rule: str = "causal") -> Any:
    return numbered(attention(name, mask=RULES[rule])).eval()


def decoder_of(name: str, rule: str, positions: str) -> a.Decoder:
    rotary = a.RotaryPositions(LONGEST, 2) if positions == "rotary" else None
    rules = [RULES[rule], a.causal_mask]  # Gemma 2 alternates the two
    names = [name, "multi-head" if name in STATES else name]  # and Qwen3-Next these

    def block(number: int) -> nn.Module:
        more = {"rotary": rotary} if rotary else {}
        layer = attention(names[0], mask=rules[0], **more)
        rules.reverse()
        names.reverse()
        return a.TransformerBlock(D, layer, a.FeedForward(D, 5), norm=nn.RMSNorm)

    tables = {"learned": a.LearnedPositions(LONGEST, D)}
    added = (tables | {"sinusoidal": a.SinusoidalPositions(D)}).get(positions)
    model = a.Decoder(WORDS, LONGEST, D, BLOCKS, block, added, norm=nn.RMSNorm)
    return numbered(model).eval()


def in_chunks(module: nn.Module, x: Tensor, sizes: list[int]) -> Tensor:
    cache, outs = None, []
    for chunk in x.split(sizes, dim=1):
        out, cache = module.forward_with_cache(chunk, cache)
        outs.append(out)
    return torch.cat(outs, dim=1)


# Different words: of two keys with one index score, rounding would choose.
IDS = random(BATCH, WORDS).argsort(dim=-1)[:, :LONGEST]
# Cut in these places: before each token, after a prompt, or anywhere.
cuts = st.sampled_from([[*range(1, LONGEST)], [7, 8, 9, 10, 11, 12]]) | st.lists(
    st.integers(1, LONGEST - 1), unique=True
)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("positions", ["learned", "sinusoidal", "rotary", "none"])
@settings(max_examples=2)
@given(rule=st.sampled_from([*RULES]), cuts=cuts)
def test_a_model_in_chunks_gives_the_logits_of_the_whole_text(
    name: str, rule: str, positions: str, cuts: list[int]
):
    model = decoder_of(name, rule, positions)
    sizes = [stop - start for start, stop in pairwise([0, *sorted(cuts), LONGEST])]
    assert_close(in_chunks(model, IDS, sizes), model(IDS), 1e-10)


@pytest.mark.parametrize("name", LAYERS)
def test_another_rule_is_another_mask_in_each_layer(name: str):
    """Also after the layer was made, and a rule that is a reader's own."""
    x, layer = random(BATCH, 9, D), layer_of(name)
    causal = layer(x)
    layer.mask = a.SlidingWindow(3)
    slopes = torch.autograd.functional.jacobian(lambda x: layer(x)[0, -1], x)
    assert (slopes.abs().sum(dim=(0, 1, 3)) > 0).tolist() == [False] * 6 + [True] * 3
    layer.mask = prefix_mask
    out = layer(x)
    assert_close(out[:, 3:], causal[:, 3:])
    assert ((out - causal)[:, :2].abs() > 1e-6).any(-1).all()
    assert_close(in_chunks(layer, x, [3, 4, 1, 1]), out)
    layer.mask = a.causal_mask(9)
    with unchecked(), pytest.raises(ValueError, match=r"^mask must be a rule .+ Tens"):
        layer(x)


@pytest.mark.parametrize("name", WITH_KEYS)
def test_a_windows_cache_does_not_grow(name: str):
    x, sizes = random(BATCH, LONGEST, D), []
    layer, cache = layer_of(name, "window of 4"), None
    for new in x.split([5, 1, 1, 3, 2, 1], dim=1):
        _, cache = layer.forward_with_cache(new, cache)
        sizes.append((cache[0].shape[-2], cache.num_tokens))
        for kept in cache[:-1]:
            assert kept.shape[-2] == 3
            assert kept.untyped_storage().nbytes() == kept.nbytes  # and no more
    assert sizes == [(3, 5), (3, 6), (3, 7), (3, 10), (3, 12), (3, 13)]


@pytest.mark.parametrize("name", WITH_KEYS)
def test_a_cache_of_chunks_keeps_the_chunk_that_has_begun(name: str):
    x, sizes = random(BATCH, LONGEST, D), []
    layer, cache = layer_of(name, "chunks of 4"), None
    for new in x.split([5, 1, 2, 3, 2], dim=1):
        _, cache = layer.forward_with_cache(new, cache)
        sizes.append((cache[0].shape[-2], cache.num_tokens))
    assert sizes == [(1, 5), (2, 6), (0, 8), (3, 11), (1, 13)]


@pytest.mark.parametrize("name", EVERY)
def test_a_cache_is_a_value_that_later_calls_leave_as_it_was(name: str):
    layer, x = layer_of(name), random(BATCH, 7, D)
    _, cache = layer.forward_with_cache(x[:, :3])
    kept = [tensor.clone() for tensor in cache[:-1]]
    first, _ = layer.forward_with_cache(x[:, 3:5], cache)
    layer.forward_with_cache(x[:, 5:], cache)  # another continuation
    again, _ = layer.forward_with_cache(x[:, 3:5], cache)
    assert torch.equal(first, again)
    assert all(torch.equal(*pair) for pair in zip(cache[:-1], kept, strict=True))


@pytest.mark.parametrize("name", LAYERS)
def test_gradients_reach_the_tokens_in_the_cache(name: str):
    layer, x = layer_of(name), random(BATCH, 7, D).requires_grad_()
    whole = torch.autograd.grad(layer(x).sin().sum(), [x, *layer.parameters()])
    out = in_chunks(layer, x, [4, 2, 1])
    found = torch.autograd.grad(out.sin().sum(), [x, *layer.parameters()])
    assert_close(found, whole, 1e-10)


def test_weights_of_new_tokens_are_recorded_and_dropped_in_training_alone():
    for name in ("multi-head", "grouped", "latent"):
        layer, x = layer_of(name), random(BATCH, 5, D)
        with a.record_weights(layer) as whole:
            layer(x)
        _, cache = layer.forward_with_cache(x[:, :3])
        with a.record_weights(layer) as new:
            out, _ = layer.forward_with_cache(x[:, 3:], cache)
        assert_close(new["attend"], whole["attend"][..., 3:, :])
        assert not torch.equal(
            layer.train().forward_with_cache(x[:, 3:], cache)[0], out
        )


def gpt() -> a.GPT:
    return numbered(a.GPT(WORDS, LONGEST, D, BLOCKS, HEADS, 0.5))


@pytest.mark.parametrize("num_new", [0, 1, LONGEST - 2])
def test_generated_ids_are_those_of_the_model_without_a_cache(num_new: int):
    model, ids, read = gpt(), IDS[:, :3], []
    texts = [model.generate(ids, num_new)]
    model.tok_emb.register_forward_pre_hook(lambda _, args: read.append(args[0].shape))
    texts.append(model.generate(ids, num_new, use_cache=True))
    assert torch.equal(*texts)
    assert read == [(BATCH, n) for n in ([3] + [1] * (num_new - 1))[:num_new]]
    assert model.training

    def drawn(write: Callable[..., torch.Tensor], end: int | None) -> torch.Tensor:
        choose = partial(a.sample, generator=seeded())
        return write(model, ids, num_new, choose, end=end)

    free = drawn(a.GPT.generate, None)
    ends = int(free[0, 3]) if num_new else 0  # at once, in the first text
    ended = drawn(a.GPT.generate, ends)
    assert torch.equal(drawn(partial(a.GPT.generate, use_cache=True), ends), ended)
    assert num_new < 2 or not torch.equal(ended, free)


@pytest.mark.parametrize("name", EVERY)
def test_a_cache_of_another_batch_layer_or_dtype_is_refused_by_name(name: str):
    layer, x = layer_of(name), random(3, 5, D)
    _, cache = layer.forward_with_cache(x)
    part = type(cache)._fields[0]

    def refused(other: Any, words: str) -> None:
        with unchecked(), pytest.raises(ValueError, match=f"^cache{words} .*Got "):
            layer.forward_with_cache(x[:, :1], other)

    for batch in (x[:1], x[:2], x[0], x[None]):
        refused(layer.forward_with_cache(batch)[1], rf"\.{part} must have shape")
    for words, place in (("dtype", torch.float32), ("device", "meta")):
        moved = type(cache)(*(t.to(place) for t in cache[:-1]), cache[-1])
        refused(moved, rf"\.{part} must have {words}")
    shapes = [t.shape for t in cache[:-1]]
    for other_name in EVERY:
        _, other = layer_of(other_name).forward_with_cache(x)
        if [t.shape for t in other[:-1]] != shapes:  # else no one can tell
            refused(other, r"(\.\w+)? must")


@pytest.mark.parametrize("name", EVERY)
@torch.no_grad()
def test_no_new_tokens_leave_a_cache_as_it_is(name: str):
    layer, x = layer_of(name), random(2, 5, D)
    out, before = layer.forward_with_cache(x[:, :0])
    assert out.shape[1] == before.num_tokens == 0
    out, cache = layer.forward_with_cache(x, before)
    assert_close(out, layer(x))
    none, same = layer.forward_with_cache(x[:, :0], cache)
    assert none.shape == (2, 0, out.shape[-1])
    assert_close([*same], [*cache])
