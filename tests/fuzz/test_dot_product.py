"""Scores, weights and context vectors of any tensors, against loops."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    attention_scores,
    attention_weights,
    context_vectors,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.oracles import Exact, assert_answers, product, softmax
from tests.fuzz.tensors import (
    TYPES,
    batch_pairs,
    fit,
    floats,
    mostly,
    shapes,
    sizes,
    tensors,
)

REAL = [dtype for dtype in TYPES if not dtype.is_complex]
a_type = mostly(floats, st.sampled_from(REAL))


@st.composite
def pairs(
    draw: st.DrawFn, dtypes: st.SearchStrategy, *, meet: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Two tensors whose last axes are (n, d) and (m, d), or (n, d) and (d, m)."""
    dtype = draw(dtypes)
    n, m, d = draw(sizes), draw(sizes), draw(sizes)
    ours, theirs = draw(batch_pairs())
    second = (*theirs, m, d) if meet == -1 else (*theirs, d, m)
    first = draw(mostly(st.just((*ours, n, d)), shapes))
    second = draw(mostly(st.just(second), shapes))
    return draw(tensors(first, dtype)), draw(tensors(second, dtype))


def do_not_meet(a: torch.Tensor, b: torch.Tensor, names: list[str], axis: int) -> set:
    """The arguments that are wrong: too few axes, widths or batches that differ."""
    wrong = {name for name, t in zip(names, (a, b), strict=True) if t.dim() < 2}
    wrong |= {
        name
        for name, tensor in zip(names, (a, b), strict=True)
        if tensor.dtype == torch.bool
    }
    if a.dim() < 2 or b.dim() < 2:
        return wrong
    meet = a.shape[-1] == b.shape[axis] and fit(a.shape[:-2], b.shape[:-2])
    return wrong if meet else {*wrong, names[1]}


@given(pairs(a_type, meet=-1))
def test_scores_are_dot_products_or_refused(given: tuple[torch.Tensor, torch.Tensor]):
    queries, keys = given
    answer = attempt(attention_scores, queries, keys)
    if not refused(answer, do_not_meet(queries, keys, ["queries", "keys"], -1)):
        assert_answers(answer, product(queries, keys.mT), queries.dtype)


@given(pairs(a_type, meet=-1))
def test_scaled_scores_are_scores_over_the_root_or_refused(
    given: tuple[torch.Tensor, torch.Tensor],
):
    queries, keys = given
    wrong = do_not_meet(queries, keys, ["queries", "keys"], -1)
    if queries.dim() > 1 and queries.shape[-1] == 0:
        wrong.add("queries")
    if not queries.is_floating_point():
        wrong.add("queries")
    answer = attempt(scaled_attention_scores, queries, keys)
    if not refused(answer, wrong):
        exact = product(queries, keys.mT)
        root = queries.shape[-1] ** 0.5
        scaled = Exact(exact.numbers / root, exact.sizes, exact.steps + 1)
        assert_answers(answer, scaled, queries.dtype)


@given(mostly(floats, st.sampled_from(TYPES)).flatmap(
    lambda dtype: shapes.flatmap(lambda shape: tensors(shape, dtype))
))  # fmt: skip
def test_weights_are_the_softmax_of_each_row_or_refused(scores: torch.Tensor):
    answer = attempt(attention_weights, scores)
    bad = scores.dim() < 2 or not scores.is_floating_point()
    if not refused(answer, {"scores"} if bad else set()):
        assert_answers(answer, softmax(scores), scores.dtype)


@given(pairs(a_type, meet=-2))
def test_context_vectors_are_sums_of_values_or_refused(
    given: tuple[torch.Tensor, torch.Tensor],
):
    weights, values = given
    answer = attempt(context_vectors, weights, values)
    if not refused(answer, do_not_meet(weights, values, ["weights", "values"], -2)):
        assert_answers(answer, product(weights, values), weights.dtype)


@st.composite
def heads(draw: st.DrawFn) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Queries, keys and values; some of it may be extreme, or may not fit."""
    dtype = draw(floats)
    ours, theirs = draw(batch_pairs())
    n, m, d_k, d_v = (draw(sizes) for _ in range(4))
    queries = draw(tensors((*ours, n, d_k), dtype))
    keys = draw(tensors((*theirs, m, d_k), dtype))
    values = draw(tensors(draw(mostly(st.just((*theirs, m, d_v)), shapes)), dtype))
    return queries, keys, values


@given(heads())
def test_attention_is_its_three_steps_or_refused(
    given: tuple[torch.Tensor, torch.Tensor, torch.Tensor],
):
    queries, keys, values = given
    wrong = do_not_meet(queries, keys, ["queries", "keys"], -1)
    if queries.shape[-1] == 0:
        wrong.add("queries")
    batch = queries.shape[:-2]
    if fit(batch, keys.shape[:-2]):
        batch = torch.broadcast_shapes(batch, keys.shape[:-2])
    if (
        values.dim() < 2
        or values.shape[-2] != keys.shape[-2]
        or not fit(batch, values.shape[:-2])
    ):
        wrong.add("values")
    answer = attempt(scaled_dot_product_attention, queries, keys, values)
    if not refused(answer, wrong):
        weights = softmax(scaled_attention_scores(queries, keys))
        # Rounded weights, so that each step is held against its own oracle alone.
        mixed = product(weights.numbers.to(queries.dtype), values)
        mixed.sizes = mixed.sizes * (weights.steps + 1)
        assert_answers(answer, mixed, queries.dtype)


@given(heads())
def test_attention_of_what_is_not_extreme_is_torchs_own(
    given: tuple[torch.Tensor, torch.Tensor, torch.Tensor],
):
    queries, keys, values = (t.double().nan_to_num().clamp(-9, 9) for t in given)
    if not isinstance(
        attempt(scaled_dot_product_attention, queries, keys, values), str
    ):
        ours = scaled_dot_product_attention(queries, keys, values)
        batch = ours.shape[:-2]
        q, k, v = (t.expand(*batch, *t.shape[-2:]) for t in (queries, keys, values))
        own = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        torch.testing.assert_close(ours, own)


@given(heads(), st.randoms(use_true_random=False))
def test_queries_are_answered_one_by_one_and_keys_in_any_order(
    given: tuple[torch.Tensor, torch.Tensor, torch.Tensor], random
):
    queries, keys, values = (t.double().nan_to_num().clamp(-9, 9) for t in given)
    whole = attempt(scaled_dot_product_attention, queries, keys, values)
    if isinstance(whole, str):
        return
    asked = random.sample(range(queries.shape[-2]), queries.shape[-2])
    torch.testing.assert_close(
        scaled_dot_product_attention(queries[..., asked, :], keys, values),
        whole[..., asked, :],
    )
    read = random.sample(range(keys.shape[-2]), keys.shape[-2])
    torch.testing.assert_close(
        scaled_dot_product_attention(queries, keys[..., read, :], values[..., read, :]),
        whole,
    )
