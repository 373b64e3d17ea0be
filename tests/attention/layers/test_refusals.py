"""What every layer refuses, and in which words."""

import pytest
import torch

from attention import (
    CrossAttention,
    FusedMultiHeadAttention,
    GatedDelta,
    GroupedQueryAttention,
    LinearAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    causal_mask,
    split_heads,
)
from tests.attention.expect import random, refusal, refuses
from tests.attention.layers.made import D_IN, LAYERS, LONGEST, TOKENS, made

ROWS = ["V1", "V2", "causal", "wrapper", "split", "grouped", "fused", "latent"]
STATES = ["linear attention", "gated delta"]
TOKEN_BY_TOKEN = ["feed-forward", "SwiGLU", "norm", "RMS norm", "block"]


@pytest.mark.parametrize("name", [*ROWS, *STATES, *TOKEN_BY_TOKEN])
def test_tokens_of_another_width_are_refused(name: str):
    rows = name not in TOKEN_BY_TOKEN
    axes = "num_tokens, d_in" if rows else "d_model"
    for shape in ((TOKENS, 1), (TOKENS, 11), *([(D_IN,)] if rows else [])):
        with refusal(f"x must have shape (..., {axes}=7). Got {shape}."):
            made(name)(random(*shape))


@pytest.mark.parametrize("name", ROWS[2:])
def test_a_sequence_may_be_as_long_as_the_context_and_no_longer(name: str):
    layer = made(name)
    layer(random(LONGEST, D_IN))
    with refusal("x must have at most context_length=13 tokens. Got 14."):
        layer(random(LONGEST + 1, D_IN))


@pytest.mark.parametrize("name", list(LAYERS)[2:])
def test_a_rate_of_dropout_outside_0_to_1_is_refused(name: str):
    for rate in (1.0, -0.1):
        refuses(f"dropout must be in [0, 1). Got {rate}.", made, name, dropout=rate)


DIVIDED = {
    "split": lambda heads: MultiHeadAttention(5, 21, 11, 0.0, heads),
    "fused": lambda heads: FusedMultiHeadAttention(5, 21, 11, 0.0, heads),
    "grouped": lambda heads: GroupedQueryAttention(5, 21, 11, 0.0, heads, 1),
    "cross": lambda heads: CrossAttention(5, 21, 0.0, heads),
    "linear attention": lambda heads: LinearAttention(5, 21, heads),
    "gated delta": lambda heads: GatedDelta(5, 21, heads),
}


@pytest.mark.parametrize("name", DIVIDED)
def test_heads_that_do_not_divide_the_width_are_refused(name: str):
    for num_heads in (0, -3, 2):
        with refusal(f"d_out must be divisible by num_heads={num_heads}. Got 21."):
            DIVIDED[name](num_heads)


def test_what_is_split_is_not_copied_and_heads_that_do_not_divide_it_are_refused():
    x = random(5, 21)
    assert split_heads(x, 3).data_ptr() == x.data_ptr()
    for heads in (0, -3, 2, 22):
        text = f"num_heads must divide the width of x, 21. Got {heads}."
        refuses(text, split_heads, x, heads)


def test_a_mask_given_to_side_by_side_heads_is_refused_and_not_lost():
    layer = made("wrapper")
    with pytest.raises(AttributeError, match="'mask'"):
        layer.mask = torch.ones(LONGEST, LONGEST).bool()
    assert torch.equal(layer.mask, causal_mask(LONGEST))
    with refusal("num_heads must be at least 1. Got 0."):
        MultiHeadAttentionWrapper(5, 7, 11, 0.0, 0)
