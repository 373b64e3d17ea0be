"""A table of all layers times what people do with a layer.

What is computed is tested elsewhere; here the same layer is called in other ways, and
its result may not change.
"""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import torch
from torch import Tensor, nn

import attention as a
from attention.loaders import shapes_only
from tests.attention.expect import assert_close, random, refusal, unchecked
from tests.attention.layers.made import (
    BATCH,
    D_IN,
    LAYERS,
    LONGEST,
    OTHERS,
    TOKENS,
    WHOLE,
    made,
)

WORDS = 11
IDS = random(BATCH, TOKENS).argsort(dim=-1)
DEEPSEEK = (WORDS, LONGEST, D_IN, 2, 1, 2, 3, 2, 5, 7, 11, 5, 4, 2)
MODELS: dict[str, Callable[[], nn.Module]] = {
    "GPT": lambda: a.GPT(WORDS, LONGEST, 6, 2, 3),
    "attention only": lambda: a.AttentionOnly(WORDS, LONGEST, 6, 2, 3),
    "Llama": lambda: a.Llama(WORDS, LONGEST, D_IN, 2, 4, 2, 5, head_dim=6),
    "DeepSeek": lambda: a.DeepSeek(*DEEPSEEK),
}
LAYERS_OF_TOKENS = [*LAYERS, *OTHERS]
table = pytest.mark.parametrize("name", [*LAYERS_OF_TOKENS, *MODELS])

CAUSAL = [n for n in [*LAYERS_OF_TOKENS, *MODELS] if n not in WHOLE]


def make(name: str) -> nn.Module:
    torch.manual_seed(3)
    return MODELS[name]().double() if name in MODELS else made(name)


def given(name: str) -> Tensor:
    return IDS if name in MODELS else random(BATCH, TOKENS, D_IN)


@table
@torch.no_grad()
def test_no_tokens_give_none_and_one_token_is_the_first_of_many(name: str):
    layer, x = make(name), given(name)
    whole = layer(x)
    assert layer(x[:, :0]).shape == (BATCH, 0, *whole.shape[2:])
    assert layer(x[:0]).shape == (0, *whole.shape[1:])
    first = layer(x[:, :1])
    assert first.isfinite().all()
    if name in CAUSAL:
        assert_close(first, whole[:, :1])


@table
@torch.no_grad()
def test_how_tokens_lie_in_memory_changes_nothing(name: str):
    layer, x = make(name), given(name)
    apart = torch.stack([x, x + 1], dim=-1)[..., 0].transpose(0, 1).contiguous()
    assert not apart.transpose(0, 1).is_contiguous()
    assert_close(layer(apart.transpose(0, 1)), layer(x))


@table
def test_autocast_computes_the_same_as_far_as_bfloat16_goes(name: str):
    layer, x = make(name).float(), given(name)
    x = x.float().requires_grad_() if x.is_floating_point() else x
    expected = layer(x).double()
    with torch.autocast("cpu", torch.bfloat16):
        found = layer(x)
    torch.testing.assert_close(found.double(), expected, rtol=0.1, atol=0.1)
    found.float().square().mean().backward()
    slopes = [p.grad for p in layer.parameters() if p.grad is not None]
    assert all(slope.isfinite().all() for slope in slopes)


@table
@torch.no_grad()
def test_a_copy_computes_the_same_from_numbers_of_its_own(name: str):
    layer, x = make(name), given(name)
    expected, again = layer(x), copy.deepcopy(layer)
    for parameter in layer.parameters():
        parameter.fill_(torch.nan)
    assert_close(again(x), expected)


@contextmanager
def garbage() -> Iterator[None]:
    """Let empty memory be filled with NaN and True."""
    torch.use_deterministic_algorithms(True)  # fill_uninitialized_memory is on
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(False)


@table
@torch.no_grad()
def test_made_without_memory_it_computes_the_same_when_it_has_its_weights(name: str):
    source, x = make(name), given(name)
    with torch.device("meta"):
        empty = make(name)
    with garbage():
        for layer in (empty, copy.deepcopy(source)):
            layer.to_empty(device="cpu").load_state_dict(source.state_dict())
            assert_close(layer(x), source(x))


@table
@torch.no_grad()
def test_weights_may_be_assigned_to_a_layer_of_shapes_alone(name: str):
    source, x = make(name), given(name)
    with shapes_only():
        layer = make(name)
    layer.load_state_dict(source.state_dict(), assign=True)
    torch.testing.assert_close(layer(x), source(x), rtol=1e-5, atol=1e-5)


# Their gradients are made without a graph of their own, and say so.
FIRST_ALONE = ("tiles", "tiles, causal", "fused")


def slope(layer: nn.Module, x: Tensor, create_graph: bool = False) -> Tensor:
    """The gradient of a sum whose own gradient is a constant."""
    out = layer(x)
    total = (out * random(*out.shape, seed=9)).sum()
    return torch.autograd.grad(total, x, create_graph=create_graph)[0]


@pytest.mark.parametrize("name", LAYERS_OF_TOKENS)
def test_a_second_derivative_is_that_of_finite_differences_or_refused(name: str):
    layer, x, step = made(name), random(2, D_IN), 1e-5 * random(2, D_IN, seed=1)
    after, before = (slope(layer, (x + s).requires_grad_()) for s in (step, -step))
    x.requires_grad_()
    if name in FIRST_ALONE:
        with pytest.raises((NotImplementedError, RuntimeError), match="derivative"):
            slope(layer, x, create_graph=True).sum().backward()
        return
    along = (slope(layer, x, create_graph=True) * step).sum() + 0 * x.sum()
    (found,) = torch.autograd.grad(along, x)
    assert_close(2e5 * found, 1e5 * (after - before), 1e-5)


# torch refuses to map a Function with two passes of its own, and warns of its kernel.
UNMAPPED = ("tiles", "tiles, causal", "fused")
MAPPED = [n for n in [*LAYERS_OF_TOKENS, *MODELS] if n not in UNMAPPED]


@pytest.mark.parametrize("name", MAPPED)
@torch.no_grad()
def test_mapped_over_a_batch_it_gives_the_batch(name: str):
    layer, x = make(name), given(name)
    with unchecked():
        assert_close(torch.vmap(layer)(x), layer(x))


# Modules with a rule for their mask.
RULED = ["grouped", "fused", "latent", "working", "selective", "selective latent"]
RULED += MODELS


def with_rule(name: str, rule: Callable[..., Tensor]) -> nn.Module:
    layer = make(name)
    for module in layer.modules():
        if callable(getattr(module, "mask", None)):
            module.mask = rule  # pyrefly: ignore
    return layer


@pytest.mark.parametrize("name", RULED)
def test_a_rule_that_makes_numbers_is_refused(name: str):
    def floats(num_queries: int, num_keys: int, *, device: Any = None) -> Tensor:
        return torch.ones(num_queries, num_keys, device=device).tril()

    layer = with_rule(name, floats)
    with refusal("mask must be boolean, True = may attend. Got torch.float32."):
        layer(given(name))


# One choice for all heads has no axis of heads.
@pytest.mark.parametrize("name", [n for n in RULED if not n.startswith("selective")])
@torch.no_grad()
def test_a_rule_may_know_each_sequence_and_leave_a_query_nothing(name: str):
    def padded(num_queries: int, num_keys: int, *, device: Any = None) -> Tensor:
        mask = a.causal_mask(num_queries, num_keys, device=device)
        real = torch.ones(BATCH, 1, 1, num_keys, device=device).bool()
        real[0, ..., :2] = False  # filled up at its beginning
        return mask & real

    x = given(name)
    out, causal = with_rule(name, padded)(x), with_rule(name, a.causal_mask)(x)
    assert out.isfinite().all()
    assert_close(out[1], causal[1])
    assert not torch.allclose(out[0, 2:], causal[0, 2:])
