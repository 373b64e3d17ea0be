"""Latent attention, against torch's fused call, loops, and MultiHeadAttention."""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from attention import (
    LatentAttention,
    LatentCache,
    MultiHeadAttention,
    record_weights,
)
from tests.attention.expect import random, refusal

# Distinct, so that a swapped axis is noticed.
BATCH, TOKENS, D_IN, D_OUT, LONGEST = 2, 5, 7, 19, 13
HEADS, HEAD_DIM, LATENT, ROTARY = 3, 11, 17, 4


def made(dropout: float = 0.0, latent: int = LATENT, **sizes: int) -> LatentAttention:
    wanted = {
        "d_in": D_IN,
        "d_out": D_OUT,
        "context_length": LONGEST,
        "num_heads": HEADS,
        "head_dim": HEAD_DIM,
        "rotary_dim": ROTARY,
    }
    layer = LatentAttention(dropout=dropout, latent_dim=latent, **(wanted | sizes))
    layer = layer.double()
    for n, parameter in enumerate(layer.parameters()):
        parameter.data = random(*parameter.shape, seed=n) / parameter.shape[-1] ** 0.5
    return layer


def turned(x: Tensor, positions: Tensor) -> Tensor:
    """Rotary positions in complex numbers: feature i with feature i + half."""
    half = x.shape[-1] // 2
    turns = 10000.0 ** (-torch.arange(half).double() / half)
    phase = torch.exp(1j * positions[:, None] * turns)
    pairs = torch.complex(x[..., :half], x[..., half:]) * phase
    return torch.cat([pairs.real, pairs.imag], dim=-1)


def by_torch(layer: LatentAttention, x: Tensor) -> Tensor:
    """The whole layer with F.scaled_dot_product_attention, head by head."""
    positions = torch.arange(x.shape[-2]).double()
    latents = x @ layer.W_latent.weight.T
    shared = turned(x @ layer.W_rotary.weight.T, positions)
    width = layer.head_dim + layer.rotary_dim
    contexts = []
    for h in range(layer.num_heads):
        rows = slice(h * layer.head_dim, (h + 1) * layer.head_dim)
        query = x @ layer.W_query.weight[h * width : (h + 1) * width].T
        rotary = turned(query[..., layer.head_dim :], positions)
        query = torch.cat([query[..., : layer.head_dim], rotary], dim=-1)
        key = torch.cat([latents @ layer.W_key.weight[rows].T, shared], dim=-1)
        value = latents @ layer.W_value.weight[rows].T
        contexts.append(
            F.scaled_dot_product_attention(query, key, value, is_causal=True)
        )
    return torch.cat(contexts, dim=-1) @ layer.out_proj.weight.T


def assert_close(found: Tensor, expected: Tensor) -> None:
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-12)


def test_both_ways_are_torchs_attention_over_restored_keys_and_values():
    layer, x = made(), random(BATCH, TOKENS, D_IN)
    expected = by_torch(layer, x)
    assert expected.shape == (BATCH, TOKENS, D_OUT)
    absorbed, cache = layer.forward_with_cache(x)
    assert cache.compressed.shape == (BATCH, TOKENS, LATENT + ROTARY)
    for found in (layer(x), absorbed):
        assert_close(found, expected)
    assert_close(layer(x[1]), expected[1])
    assert_close(layer.forward_with_cache(x[1])[0], expected[1])


@settings(max_examples=30)
@given(
    num_heads=st.integers(1, 5),
    head_dim=st.integers(1, 9),
    latent_dim=st.integers(1, 12),
    pairs=st.integers(1, 4),
    num_tokens=st.integers(1, LONGEST),
    seed=st.integers(0, 999),
)
def test_absorbed_is_explicit_with_all_gradients(
    num_heads: int,
    head_dim: int,
    latent_dim: int,
    pairs: int,
    num_tokens: int,
    seed: int,
):
    sizes = {"num_heads": num_heads, "head_dim": head_dim, "rotary_dim": 2 * pairs}
    layer = made(latent=latent_dim, **sizes)
    x = random(num_tokens, D_IN, seed=seed).requires_grad_()
    direction = random(num_tokens, D_OUT, seed=seed + 1)
    results = []
    for out in (layer(x), layer.forward_with_cache(x)[0]):
        loss = (out * direction).sum()
        gradients = torch.autograd.grad(loss, [x, *layer.parameters()])
        results.append((out, *gradients))
    for explicit, absorbed in zip(*results, strict=True):
        assert_close(absorbed, explicit)


def test_both_ways_attend_with_the_same_weights_in_each_head():
    layer, x = made(), random(BATCH, TOKENS, D_IN)
    with record_weights(layer) as weights:
        layer(x)
        explicit = weights["attend"]
        layer.forward_with_cache(x)
    assert explicit.shape == (BATCH, HEADS, TOKENS, TOKENS)
    assert_close(weights["attend"], explicit)


def test_the_cache_holds_latents_and_then_the_rotary_key():
    layer, x = made(), random(TOKENS, D_IN)
    _, cache = layer.forward_with_cache(x)
    latents, rotary = cache.compressed.split([LATENT, ROTARY], dim=-1)
    assert_close(latents, x @ layer.W_latent.weight.T)
    positions = torch.arange(TOKENS).double()
    assert_close(rotary, turned(x @ layer.W_rotary.weight.T, positions))


def test_with_latents_as_wide_as_tokens_and_nothing_rotated_it_is_multi_head():
    layer = made(latent=D_IN)
    torch.manual_seed(0)
    width = HEADS * HEAD_DIM
    other = MultiHeadAttention(D_IN, width, LONGEST, 0.0, HEADS).double()
    layer.out_proj = nn.Linear(width, width, bias=False).double()
    layer.W_latent.weight.data = torch.eye(D_IN).double()
    layer.W_rotary.weight.data.zero_()
    layer.W_key.weight, layer.W_value.weight = other.W_key.weight, other.W_value.weight
    layer.out_proj.weight = other.out_proj.weight
    other.out_proj.bias.data.zero_()
    scale = math.sqrt((HEAD_DIM + ROTARY) / HEAD_DIM)  # its scores have a wider root
    query = layer.W_query.weight.data.view(HEADS, HEAD_DIM + ROTARY, D_IN)
    mine = other.W_query.weight.data.view(HEADS, HEAD_DIM, D_IN)
    query[:, :HEAD_DIM] = scale * mine
    x = random(BATCH, TOKENS, D_IN)
    assert_close(layer(x), other(x))
    assert_close(layer.forward_with_cache(x)[0], other(x))


def test_queries_and_latents_may_be_made_otherwise():
    layer, x = made(), random(BATCH, TOKENS, D_IN)
    both = HEADS * (HEAD_DIM + ROTARY)
    layer.W_query = nn.Sequential(
        nn.Linear(D_IN, 2), nn.LayerNorm(2), nn.Linear(2, both)
    ).double()
    layer.W_latent = nn.Sequential(
        nn.Linear(D_IN, LATENT), nn.LayerNorm(LATENT)
    ).double()
    assert_close(layer.forward_with_cache(x)[0], layer(x))
    out, cache = layer.forward_with_cache(x[:, :3])
    assert_close(out, layer(x)[:, :3])
    assert_close(layer.forward_with_cache(x[:, 3:], cache)[0], layer(x)[:, 3:])


def test_later_tokens_change_no_earlier_results():
    layer, x = made(), random(TOKENS, D_IN)
    slopes = torch.autograd.functional.jacobian(layer, x)
    responds = slopes.abs().amax(dim=(1, 3)) > 0
    assert torch.equal(responds, torch.ones(TOKENS, TOKENS).tril().bool())


def test_gradients_agree_with_finite_differences():
    layer, x = made(), random(3, D_IN).requires_grad_()
    assert torch.autograd.gradcheck(layer, (x,), fast_mode=True)


def test_dropout_is_active_in_training_alone():
    layer, x = made(dropout=0.5), random(TOKENS, D_IN)
    for call in (layer.forward, lambda x: layer.forward_with_cache(x)[0]):
        assert not torch.equal(call(x), call(x))
    layer.eval()
    assert_close(layer(x), by_torch(layer, x))
    assert_close(layer.forward_with_cache(x)[0], by_torch(layer, x))


def test_deepseek_v3_keeps_576_numbers_a_token_and_has_187_million_weights():
    with torch.device("meta"):
        layer = LatentAttention(7168, 7168, 8, 0.0, 128, 128, 512, 64)
        layer.W_query = nn.Sequential(
            nn.Linear(7168, 1536, bias=False), nn.Linear(1536, 128 * 192, bias=False)
        )
        out, cache = layer.forward_with_cache(torch.ones(1, 3, 7168))
    assert out.shape == (1, 3, 7168)
    assert cache.compressed.shape == (1, 3, 576)
    assert sum(p.numel() for p in layer.parameters()) == 187_105_280


@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float32], ids=str
)
def test_the_dtype_is_that_of_the_parameters(dtype: torch.dtype):
    layer, x = made(), random(TOKENS, D_IN)
    expected = layer(x)
    layer, x = layer.to(dtype), x.to(dtype)
    (absorbed, cache), explicit = layer.forward_with_cache(x), layer(x)
    assert absorbed.dtype == cache.compressed.dtype == explicit.dtype == dtype
    for found in (explicit, absorbed):
        torch.testing.assert_close(found.double(), expected, rtol=0.1, atol=0.1)
    assert layer.to("meta")(x.to("meta")).is_meta


def test_states_have_six_matrices_and_no_mask():
    names = ["query", "latent", "rotary", "key", "value"]
    keys = [f"W_{name}.weight" for name in names] + ["out_proj.weight"]
    assert list(made().state_dict()) == keys


def test_wrong_arguments_are_named():
    layer = made()
    for shape in ((TOKENS, 2), (D_IN,)):
        for call in (layer, layer.forward_with_cache):
            with refusal(f"x must have shape (..., num_tokens, d_in=7). Got {shape}."):
                call(random(*shape))
    with refusal("x must have at most context_length=13 tokens. Got 14."):
        layer(random(LONGEST + 1, D_IN))
    with refusal(
        "cache.compressed must have shape (..., num_kept, width=21). Got (3, 17)."
    ):
        cache = LatentCache(random(3, LATENT), 3)
        layer.forward_with_cache(random(1, D_IN), cache)
    for name in ("num_heads", "head_dim", "rotary_dim"):
        with refusal(f"{name} must be at least 1. Got 0."):
            made(**{name: 0})
    with refusal("latent_dim must be at least 1. Got 0."):
        made(latent=0)
    with refusal("rotary_dim must be even. Got 3."):
        made(rotary_dim=3)
    with refusal("dropout must be in [0, 1). Got 1.0."):
        made(dropout=1.0)
