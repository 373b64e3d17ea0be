"""Attention in tiles, against the core and torch's fused call."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from attention import causal_mask, scaled_dot_product_attention, tiled_attention
from tests.attention.expect import NARROW, random, saved, with_slopes


def results(attend, *arguments: Tensor, **settings) -> list[Tensor]:
    """The contexts, and the gradients of queries, keys and values."""
    given = [a.clone().requires_grad_() for a in arguments]
    return with_slopes(attend(*given, **settings), given)


def core(queries: Tensor, keys: Tensor, values: Tensor, causal: bool) -> Tensor:
    mask = causal_mask(queries.shape[-2], keys.shape[-2]) if causal else None
    return scaled_dot_product_attention(queries, keys, values, mask)[0]


BATCHES = st.sampled_from([(), (1,), (3,), (2, 1), (2, 3)])


@given(
    st.integers(0, 99),
    st.integers(0, 11),
    st.integers(1, 11),
    st.tuples(BATCHES, BATCHES, BATCHES),
    st.booleans(),
    st.sampled_from([1, 2, 3, 5, 64]),
)
def test_contexts_and_gradients_are_those_of_the_core(
    seed, num_queries, num_keys, batches, causal, block_size
):
    if causal:
        num_keys = max(num_keys, num_queries)
    shapes = ((num_queries, 5), (num_keys, 5), (num_keys, 7))
    qkv = [random(*b, *s, seed=seed) for b, s in zip(batches, shapes, strict=True)]
    found = results(tiled_attention, *qkv, causal=causal, block_size=block_size)
    torch.testing.assert_close(
        found, results(core, *qkv, causal=causal), rtol=0, atol=1e-12
    )


@pytest.mark.parametrize("number", [1e21, 1e200])
@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("causal", [False, True])
def test_scores_that_overflow_are_nan_as_in_the_core(number, sign, causal):
    dtype = torch.float32 if number < 1e30 else torch.float64
    x = torch.tensor([[[number, 0.0]] * 3, [[1.0, 2.0]] * 3], dtype=dtype)
    found = results(tiled_attention, x, sign * x, x, causal=causal, block_size=2)
    assert found[0][0].isnan().all()
    assert found[0][1].isfinite().all()
    expected = results(core, x, sign * x, x, causal=causal)
    torch.testing.assert_close(found, expected, equal_nan=True)


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_narrow_dtypes_are_computed_in_float32_and_rounded_once(dtype: torch.dtype):
    qkv = [random(2, 131, 5, seed=s, dtype=dtype) for s in range(3)]
    found = results(tiled_attention, *qkv)
    exact = results(tiled_attention, *(t.float() for t in qkv))
    assert all(t.dtype == dtype for t in found)
    assert torch.equal(found[0], exact[0].to(dtype))
    close = 4 * torch.finfo(dtype).eps
    for one, other in zip(found, exact, strict=True):
        torch.testing.assert_close(one.float(), other, rtol=close, atol=close)


def kept(attend, *shape: int, **settings) -> int:
    """Bytes that are kept for the backward pass."""
    qkv = [random(*shape, seed=s, dtype=torch.float32) for s in range(3)]
    given = [x.requires_grad_() for x in qkv]
    return sum(
        {s.data_ptr(): s.nbytes() for s in saved(attend, *given, **settings)}.values()
    )


@pytest.mark.parametrize("causal", [False, True])
def test_what_is_kept_is_linear_in_length_and_as_much_as_torchs(causal: bool):
    for length in (64, 128, 512):
        shape = (1, 3, length, 16)
        ours = kept(tiled_attention, *shape, causal=causal)
        torchs = kept(F.scaled_dot_product_attention, *shape, is_causal=causal)
        assert ours == torchs == 4 * 3 * length * (4 * 16 + 1)


@pytest.mark.parametrize("power", [1, 2])  # 1: the gradient of the sum is a constant
def test_a_second_derivative_is_refused(power: int):
    x = random(3, 2).requires_grad_()
    out = tiled_attention(x, x, x).pow(power).sum()
    with pytest.raises(NotImplementedError, match="no second derivative"):
        torch.autograd.grad(out, x, create_graph=True)


def test_autocast_leaves_scores_and_sums_in_float32():
    x = random(7, 3, dtype=torch.float32).requires_grad_()
    expected = with_slopes(tiled_attention(x, x, x), [x])
    with torch.autocast("cpu", torch.bfloat16):
        found = with_slopes(tiled_attention(x, x, x), [x])
    assert all(torch.equal(*pair) for pair in zip(found, expected, strict=True))


def test_a_value_of_a_later_key_that_is_nan_reaches_no_query_before_its_tile():
    x = random(5, 3)
    values = x.clone()
    values[4] = torch.nan
    out = tiled_attention(x, x, values, causal=True, block_size=2)
    assert out[:4].isfinite().all()
    assert out[4].isnan().all()
