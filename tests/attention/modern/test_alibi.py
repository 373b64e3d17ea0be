"""Linear biases, against torch's fused call with a float mask, and their slopes."""

import math

import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import alibi_bias, alibi_slopes, causal_mask, core_attention
from tests.attention.expect import assert_close, random, with_slopes


def of_the_authors(n: int) -> list[float]:
    """ofirpress/attention_with_linear_biases: get_slopes, its rule by recursion."""
    if math.log2(n).is_integer():
        first = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [first ** (h + 1) for h in range(n)]
    below = 2 ** math.floor(math.log2(n))
    return of_the_authors(below) + of_the_authors(2 * below)[::2][: n - below]


@given(num_heads=st.integers(1, 200))
def test_slopes_are_those_of_the_authors_code(num_heads: int):
    slopes = alibi_slopes(num_heads)
    torch.testing.assert_close(slopes, torch.tensor(of_the_authors(num_heads)))


@settings(max_examples=40)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 3), st.booleans())
def test_results_and_gradients_are_those_of_torch_with_a_float_mask(
    num_heads: int, num_queries: int, earlier: int, causal: bool
):
    num_keys = num_queries + earlier
    q = random(2, num_heads, num_queries, 3).requires_grad_()
    k, v = (random(2, num_heads, num_keys, 3, seed=s).requires_grad_() for s in (1, 2))
    slopes = random(num_heads, seed=3).abs()
    rows = range(earlier, num_keys)
    distances = [[abs(i - j) for j in range(num_keys)] for i in rows]
    bias = -slopes[:, None, None] * torch.tensor(distances)
    assert_close(alibi_bias(slopes, num_queries, num_keys), bias)
    mask = causal_mask(num_queries, num_keys) if causal else None
    if mask is not None:
        bias = bias.masked_fill(~mask, -torch.inf)
    ours = alibi_bias(slopes, num_queries, num_keys)
    found, weights = core_attention(q, k, v, mask, bias=ours)
    expected = F.scaled_dot_product_attention(q, k, v, attn_mask=bias[None])
    assert_close(with_slopes(found, [q, k, v]), with_slopes(expected, [q, k, v]), 1e-10)
    torch.testing.assert_close(weights @ v, found)
