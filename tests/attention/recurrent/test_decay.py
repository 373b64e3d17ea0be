"""Decay: masks of products, and the recurrence that they stand for."""

import pytest
import torch
from torch import Tensor

from attention import decayed_attention
from tests.attention.expect import assert_close, random, with_slopes

TOKENS, D_K, D_V = 13, 5, 7
KINDS = {"per token": (TOKENS,), "per channel": (TOKENS, D_K)}
each_kind = pytest.mark.parametrize("kind", KINDS)


def given(kind: str, front: tuple[int, ...] = (2, 3), dtype=torch.float64):
    """Queries, keys, values, and logarithms of decays."""
    shapes = [(TOKENS, D_K), (TOKENS, D_K), (TOKENS, D_V), KINDS[kind]]
    q, k, v, decays = (
        random(*front, *shape, seed=n, dtype=dtype) for n, shape in enumerate(shapes)
    )
    return [each.requires_grad_() for each in (q, k, v, -decays.abs())]


def step_by_step(q: Tensor, k: Tensor, v: Tensor, log_decays: Tensor) -> Tensor:
    """Decay, then write, then read."""
    if log_decays.dim() < q.dim():
        log_decays = log_decays[..., None].expand_as(q)
    state = torch.zeros(*k.shape[:-2], D_K, D_V, dtype=k.dtype)
    contexts = []
    for t in range(k.shape[-2]):
        left = log_decays[..., t, :, None].exp() * state
        state = left + k[..., t, :, None] * v[..., t, None, :]
        contexts.append((q[..., t, None, :] @ state).squeeze(-2))
    return torch.stack(contexts, dim=-2)


@each_kind
@pytest.mark.parametrize(
    ("dtype", "close"), [(torch.float64, 1e-12), (torch.float32, 2e-5)]
)
def test_masked_scores_are_the_recurrence_with_gradients(
    kind: str, dtype: torch.dtype, close: float
):
    qkvg = given(kind, dtype=dtype)
    found = with_slopes(decayed_attention(*qkvg)[0], qkvg)
    assert_close(found, with_slopes(step_by_step(*qkvg), qkvg), close)


@each_kind
def test_a_decay_of_zero_forgets_all_before_and_leaves_gradients_finite(kind: str):
    qkvg = [each.detach() for each in given(kind, front=())]
    qkvg[3][6] = -torch.inf
    qkvg = [each.requires_grad_() for each in qkvg]
    found = with_slopes(decayed_attention(*qkvg)[0], qkvg)
    assert all(each.isfinite().all() for each in found)
    later = decayed_attention(*(each[6:] for each in qkvg))[0]
    assert_close(found[0][6:], later)


@each_kind
def test_long_sequences_neither_overflow_nor_lose_what_is_recent(kind: str):
    """A half at each token: in float32, 2 ** -400 is 0 and 2 ** 400 is infinite."""
    q, k, v = random(3, 400, D_K, dtype=torch.float32)
    log_decays = torch.full((400, *KINDS[kind][1:]), 0.5).log()
    found = decayed_attention(q, k, v, log_decays)
    q, k, v, log_decays = (each.double() for each in (q, k, v, log_decays))
    for each, expected in zip(
        found, decayed_attention(q, k, v, log_decays), strict=True
    ):
        assert_close(each.double(), expected, 1e-5)
