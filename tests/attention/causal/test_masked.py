"""Masked attention weights, against loops, torch's own, and the future itself."""

import math
import re
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

from attention import (
    attention_weights,
    causal_mask,
    masked_attention_weights,
    scaled_attention_scores,
    seeded_projections,
    seeded_scores,
)
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_QUERIES, NUM_KEYS, D_K, D_V = 3, 5, 7, 11
BATCHES = [(), (2,), (13, 2)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 4e-2}
SETS = ("v2-789", "v1-123", "v2-123")


def random_scores(*batch: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(*batch, NUM_QUERIES, NUM_KEYS, generator=generator).to(dtype)


def random_mask(*batch: int) -> torch.Tensor:
    """About half is True; in each matrix the last query may attend to nothing."""
    generator = torch.Generator().manual_seed(1)
    mask = torch.rand(*batch, NUM_QUERIES, NUM_KEYS, generator=generator) < 0.5
    mask[..., 0, 2] = True
    mask[..., 2, :] = False
    return mask


def weights_by_loops(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Python's floats alone: nothing in common with the code under test."""
    flat = scores.double().reshape(-1, NUM_KEYS).tolist()
    allowed = mask.expand(scores.shape).reshape(-1, NUM_KEYS).tolist()
    rows = []
    for row, may in zip(flat, allowed, strict=True):
        exponentials = [
            math.exp(s) if m else 0.0 for s, m in zip(row, may, strict=True)
        ]
        total = math.fsum(exponentials)
        rows.append([e / total if total else 0.0 for e in exponentials])
    return torch.tensor(rows, dtype=torch.float64).reshape(scores.shape)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_weights_equal_loops_over_python_floats(
    batch: tuple[int, ...], dtype: torch.dtype
):
    scores, mask = random_scores(*batch, dtype=dtype), random_mask(*batch)
    weights = masked_attention_weights(scores, mask)

    assert weights.dtype == dtype
    torch.testing.assert_close(
        weights.double(),
        weights_by_loops(scores, mask),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


@pytest.mark.parametrize(
    "shape", [(5,), (1, 5), (3, 1), (3, 5), (2, 1, 5), (1, 1, 1)], ids=str
)
def test_a_mask_broadcasts_to_the_scores(shape: tuple[int, ...]):
    scores = random_scores(2)
    generator = torch.Generator().manual_seed(2)
    mask = torch.rand(shape, generator=generator) < 0.5
    torch.testing.assert_close(
        masked_attention_weights(scores, mask), weights_by_loops(scores, mask)
    )


@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_weights_equal_those_of_torchs_own_attention(batch: tuple[int, ...]):
    generator = torch.Generator().manual_seed(3)
    queries, keys = (
        torch.randn(*batch, size, D_K, generator=generator, dtype=torch.float64)
        for size in (NUM_QUERIES, NUM_KEYS)
    )
    mask = random_mask(*batch)
    weights = masked_attention_weights(scaled_attention_scores(queries, keys), mask)
    identity = torch.eye(NUM_KEYS, dtype=torch.float64).expand(*batch, -1, -1)
    expected = F.scaled_dot_product_attention(queries, keys, identity, attn_mask=mask)
    torch.testing.assert_close(weights, expected)


def test_a_mask_that_allows_all_changes_nothing():
    scores = random_scores(2)
    everything = torch.ones(NUM_QUERIES, NUM_KEYS, dtype=torch.bool)
    torch.testing.assert_close(
        masked_attention_weights(scores, everything), attention_weights(scores)
    )


def test_what_is_hidden_is_exactly_zero_and_the_rest_sums_to_one():
    mask = random_mask(2)
    weights = masked_attention_weights(random_scores(2), mask)
    assert (weights[~mask] == 0).all()
    torch.testing.assert_close(weights.sum(dim=-1), mask.any(dim=-1).double())


@pytest.mark.parametrize("hidden", [1e30, -1e30, torch.inf, -torch.inf, torch.nan])
def test_nothing_that_is_hidden_can_be_felt_whatever_it_is(hidden: float):
    scores, mask = random_scores(2), random_mask(2)
    expected = masked_attention_weights(scores, mask)
    disturbed = scores.masked_fill(~mask, hidden).requires_grad_()
    weights = masked_attention_weights(disturbed, mask)
    assert torch.equal(weights, expected)
    weights.square().sum().backward()
    assert disturbed.grad is not None
    assert disturbed.grad.isfinite().all()
    assert (disturbed.grad[~mask] == 0).all()


def test_a_row_that_may_attend_to_nothing_has_gradients_of_zero_and_no_nan():
    scores, mask = random_scores(2).requires_grad_(), random_mask(2)
    with torch.autograd.set_detect_anomaly(True, check_nan=True):
        masked_attention_weights(scores, mask).square().sum().backward()
    assert scores.grad is not None
    assert (scores.grad[:, 2] == 0).all()
    assert (scores.grad[:, 0][mask[:, 0]] != 0).any()


def test_gradients_are_right():
    scores, mask = random_scores(2).requires_grad_(), random_mask(2)
    assert torch.autograd.gradcheck(masked_attention_weights, (scores, mask))


def test_no_position_feels_a_later_one_by_gradient():
    generator = torch.Generator().manual_seed(4)
    x = torch.randn(NUM_KEYS, D_K, generator=generator, dtype=torch.float64)
    matrices = torch.randn(3, D_K, D_V, generator=generator, dtype=torch.float64)

    def contexts(x: torch.Tensor) -> torch.Tensor:
        queries, keys, values = (x @ matrix for matrix in matrices)
        scores = scaled_attention_scores(queries, keys)
        return masked_attention_weights(scores, causal_mask(NUM_KEYS)) @ values

    slopes = torch.autograd.functional.jacobian(contexts, x)
    assert isinstance(slopes, torch.Tensor)
    reach = slopes.abs().sum(dim=(1, 3))  # context t by token j
    for t in range(NUM_KEYS):
        assert (reach[t, : t + 1] > 0).all()
        assert (reach[t, t + 1 :] == 0).all()


@pytest.mark.parametrize("name", SETS)
def test_to_renormalise_gives_the_same_weights_by_the_sets_that_readers_know(name: str):
    scores = seeded_scores(name)
    crossed_out = attention_weights(scores) * torch.tril(torch.ones(6, 6))
    torch.testing.assert_close(
        masked_attention_weights(scores, causal_mask(6)),
        crossed_out / crossed_out.sum(dim=-1, keepdim=True),
    )


@pytest.mark.parametrize(
    ("name", "row", "context"),
    [
        ("v2-789", [0.5517, 0.4483], [-0.0991, 0.0501]),
        ("v1-123", [0.3986, 0.6014], [0.3116, 0.9549]),
        ("v2-123", [0.4833, 0.5167], [-0.5874, 0.0058]),
    ],
)
def test_the_row_of_journey_is_the_one_that_readers_know(
    name: str, row: list[float], context: list[float]
):
    weights = masked_attention_weights(seeded_scores(name), causal_mask(6))
    torch.testing.assert_close(
        weights[1], torch.tensor([*row, 0, 0, 0, 0]), rtol=0, atol=6e-5
    )
    _, _, values = seeded_projections(name)
    torch.testing.assert_close(
        (weights @ values)[1], torch.tensor(context), rtol=0, atol=6e-5
    )


def test_nothing_of_the_callers_is_changed():
    scores, mask = random_scores(2), random_mask(2)
    masked_attention_weights(scores, mask)
    assert torch.equal(scores, random_scores(2))
    assert torch.equal(mask, random_mask(2))


@pytest.mark.parametrize("device", DEVICES)
def test_weights_are_computed_where_the_scores_are(device: str):
    weights = masked_attention_weights(
        random_scores(2).to(device), random_mask().to(device)
    )
    assert weights.device.type == device
    assert weights.shape == (2, NUM_QUERIES, NUM_KEYS)


def test_it_compiles_without_graph_breaks():
    compiled = torch.compile(masked_attention_weights, fullgraph=True, backend="eager")
    scores, mask = random_scores(2), random_mask()
    torch.testing.assert_close(
        compiled(scores, mask), masked_attention_weights(scores, mask)
    )


def test_scores_of_minus_infinity_alone_are_nothing_to_attend_to():
    scores = torch.tensor([[-torch.inf, 0.5], [-torch.inf, -torch.inf]])
    mask = torch.tensor([[True, False], [True, True]])
    scores.requires_grad_()
    weights = masked_attention_weights(scores, mask)
    assert torch.equal(weights, torch.zeros(2, 2))
    weights.sum().backward()
    assert scores.grad is not None
    assert torch.equal(scores.grad, torch.zeros(2, 2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: masked_attention_weights(torch.ones(3, 5), torch.ones(3, 5)),
            "mask must be boolean, True = may attend. Got torch.float32.",
        ),
        (
            lambda: masked_attention_weights(torch.ones(3, 5), causal_mask(3)),
            "mask must have a shape that broadcasts to that of scores, (3, 5). "
            "Got (3, 3).",
        ),
        (
            lambda: masked_attention_weights(torch.ones(3, 5), random_mask(2)),
            "mask must have a shape that broadcasts to that of scores, (3, 5). "
            "Got (2, 3, 5).",
        ),
        (
            lambda: masked_attention_weights(torch.ones(3, 5), torch.tensor(True)),
            "mask must have a shape that broadcasts to that of scores, (3, 5). Got ().",
        ),
        (
            lambda: masked_attention_weights(torch.ones(5), random_mask()[0]),
            "scores must have shape (..., num_queries, num_keys). Got (5,).",
        ),
        (
            lambda: masked_attention_weights(
                torch.ones(3, 5, dtype=torch.int64), random_mask()
            ),
            "scores must be floating point. Got torch.int64.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
