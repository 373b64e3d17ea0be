"""The mask of a sliding window, against its rule, and a cache of as many keys."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import (
    MultiHeadAttention,
    SlidingWindow,
    causal_mask,
    scaled_dot_product_attention,
    window_mask,
)
from tests.attention.expect import random, refusal

sizes = st.integers(1, 13)


@given(num_queries=sizes, earlier=st.integers(0, 7), window=st.integers(1, 17))
def test_a_query_attends_to_itself_and_to_window_minus_one_before_it(
    num_queries: int, earlier: int, window: int
):
    mask = window_mask(num_queries, num_queries + earlier, window=window)
    expected = [
        [i - window < j <= i for j in range(num_queries + earlier)]
        for i in range(earlier, earlier + num_queries)
    ]
    assert mask.tolist() == expected
    assert mask.dtype == torch.bool


@given(num_tokens=sizes, window=st.integers(1, 17))
def test_pairs_are_as_many_as_the_formula_says(num_tokens: int, window: int):
    w = min(window, num_tokens)
    pairs = w * num_tokens - w * (w - 1) // 2
    assert window_mask(num_tokens, window=window).sum() == pairs


def test_a_window_as_wide_as_the_sequence_is_the_causal_mask():
    for window in (5, 6, 100):
        assert torch.equal(window_mask(5, window=window), causal_mask(5))
    assert torch.equal(window_mask(5, window=1), torch.eye(5).bool())


@settings(deadline=None, max_examples=40)
@given(num_tokens=sizes, window=st.integers(1, 15), more=st.sampled_from([-1, 0, 1]))
def test_a_cache_of_the_last_keys_is_the_mask_and_one_more_or_less_is_not(
    num_tokens: int, window: int, more: int
):
    size = window + more
    if size == 0:
        return
    Q, K, V = random(3, num_tokens, 3, seed=num_tokens)
    mask = window_mask(num_tokens, window=window)
    expected, _ = scaled_dot_product_attention(Q, K, V, mask)
    rows = []
    for i in range(num_tokens):
        kept = slice(max(0, i + 1 - size), i + 1)
        row, _ = scaled_dot_product_attention(Q[[i]], K[kept], V[kept])
        rows.append(row)
    same = more == 0 or num_tokens <= min(size, window)
    assert torch.allclose(torch.cat(rows), expected, rtol=0, atol=1e-12) == same


@pytest.mark.parametrize("window", [1, 2, 3, 5])
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_layers_reach_depth_times_window_minus_one_back(window: int, depth: int):
    x = random(17, 6).requires_grad_()
    out = x
    for seed in range(depth):
        torch.manual_seed(seed)
        layer = MultiHeadAttention(6, 6, 17, 0.0, 2).double()
        layer.mask = SlidingWindow(window)
        out = out + layer(out)
    slopes = torch.stack(
        [
            torch.autograd.grad(row.sin().sum(), x, retain_graph=True)[0].abs().sum(-1)
            for row in out
        ]
    )
    reach = depth * (window - 1)
    assert torch.equal(slopes > 0, window_mask(17, window=reach + 1))


def test_a_mask_is_made_where_it_is_asked_for_or_on_the_default_device():
    assert window_mask(3, window=2, device="meta").is_meta
    with torch.device("meta"):
        assert window_mask(3, window=2).is_meta


def test_a_window_without_the_token_itself_is_refused():
    for window in (0, -1):
        with refusal(f"window must be at least 1. Got {window}."):
            window_mask(3, window=window)
    with refusal("num_keys must be at least num_queries=3. Got 2."):
        window_mask(3, 2, window=2)
