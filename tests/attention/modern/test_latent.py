"""Latent attention, against torch's fused call."""

from typing import Any

import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from attention import (
    AttentionCore,
    LatentAttention,
    merge_heads,
    record_weights,
    rotate,
    split_heads,
)
from tests.attention.expect import (
    assert_close,
    numbered,
    random,
    with_slopes,
)

# Distinct, so that a swapped axis is noticed.
BATCH, TOKENS, D_IN, D_OUT, LONGEST = 2, 5, 7, 19, 13
HEADS, HEAD_DIM, LATENT, ROTARY = 3, 11, 17, 4


SIZES = {"num_heads": HEADS, "head_dim": HEAD_DIM}
SIZES |= {"latent_dim": LATENT, "rotary_dim": ROTARY}


def made(**other: Any) -> LatentAttention:
    layer = numbered(LatentAttention(D_IN, D_OUT, LONGEST, 0.0, **(SIZES | other)))
    for parameter in layer.parameters():
        parameter.data /= parameter.shape[-1] ** 0.5
    return layer


def by_torch(layer: LatentAttention, x: Tensor) -> Tensor:
    """The whole layer with F.scaled_dot_product_attention."""
    positions, latents = torch.arange(x.shape[-2]), layer.W_latent(x)
    queries, keys, values = (
        split_heads(projected, layer.num_heads)
        for projected in (
            layer.W_query(x),
            layer.W_key(latents),
            layer.W_value(latents),
        )
    )
    plain, rotary = queries.split([layer.head_dim, layer.rotary_dim], dim=-1)
    queries = torch.cat([plain, rotate(rotary, positions)], dim=-1)
    shared = rotate(layer.W_rotary(x), positions)[..., None, :, :]
    keys = torch.cat([keys, shared.expand_as(rotary)], dim=-1)
    factor = getattr(layer.attend, "factor", 1.0) / queries.shape[-1] ** 0.5
    contexts = F.scaled_dot_product_attention(
        queries, keys, values, is_causal=True, scale=factor
    )
    return layer.out_proj(merge_heads(contexts))


@settings(max_examples=30)
@given(
    num_heads=st.integers(1, 5),
    head_dim=st.integers(1, 9),
    latent_dim=st.integers(1, 12),
    pairs=st.integers(1, 4),
    num_tokens=st.integers(1, LONGEST),
    value_dim=st.integers(1, 12),
    factor=st.sampled_from([1.0, 1.7]),
    seed=st.integers(0, 999),
)
def test_both_ways_are_torchs_attention_over_restored_keys_and_values_with_slopes(
    num_heads, head_dim, latent_dim, pairs, num_tokens, value_dim, factor, seed
):
    sizes = {"num_heads": num_heads, "head_dim": head_dim, "latent_dim": latent_dim}
    if factor != 1:
        sizes |= {"value_dim": value_dim, "attend": AttentionCore(factor)}
    layer = made(**sizes, rotary_dim=2 * pairs)
    x = random(BATCH, num_tokens, D_IN, seed=seed).requires_grad_()
    with record_weights(layer) as weights:
        explicit = layer(x)
        found = weights["attend"]
        absorbed, cache = layer.forward_with_cache(x)
    assert_close(weights["attend"], found)
    given = [x, *layer.parameters()]
    expected = with_slopes(by_torch(layer, x), given)
    for out in (explicit, absorbed):
        assert_close(with_slopes(out, given), expected, 1e-11)
    latents, rotary = cache.compressed.split([latent_dim, 2 * pairs], dim=-1)
    assert_close(latents, layer.W_latent(x))
    assert_close(rotary, rotate(layer.W_rotary(x), torch.arange(num_tokens)))
