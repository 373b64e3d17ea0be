"""Additive attention, the recurrent encoder and both models of recall."""

from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    AdditiveAttention,
    AttentionRecall,
    RecurrentEncoder,
    RecurrentRecall,
    additive_scores,
    recall_batch,
)
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.tensors import batch_pairs, fit, floats, mostly, shapes, sizes, tensors


@st.composite
def networks(draw: st.DrawFn) -> list[torch.Tensor]:
    """queries, keys, W_query, W_key, v: as a rule they fit."""
    dtype = draw(floats)
    n, m, d_q, d_k, d_h = (draw(sizes) for _ in range(5))
    ours, theirs = draw(batch_pairs())
    usual: list[Any] = [
        (*ours, n, d_q),
        (*theirs, m, d_k),
        (d_q, d_h),
        (d_k, d_h),
        (d_h,),
    ]
    spoiled = draw(st.none() | st.integers(0, 4))
    if spoiled is not None:
        usual[spoiled] = draw(shapes)
    return [draw(tensors(shape, dtype)) for shape in usual]


def misfits(given: list[torch.Tensor]) -> set[str]:
    queries, keys, W_query, W_key, v = given
    wrong = set()
    if queries.dim() < 2:
        wrong.add("queries")
    if keys.dim() < 2:
        wrong.add("keys")
    if v.dim() != 1:
        wrong.add("v")
    if wrong:
        return wrong
    if tuple(W_query.shape) != (queries.shape[-1], len(v)):
        wrong.add("W_query")
    if tuple(W_key.shape) != (keys.shape[-1], len(v)):
        wrong.add("W_key")
    if not fit(queries.shape[:-2], keys.shape[:-2]):
        wrong.add("keys")
    return wrong


@given(networks())
def test_additive_scores_are_those_of_the_formula_or_refused(given: list[torch.Tensor]):
    answer = attempt(additive_scores, *given)
    if refused(answer, misfits(given)):
        return
    dtype = given[0].dtype
    queries, keys, W_query, W_key, v = (tensor.double() for tensor in given)
    asked = torch.einsum("...qi,ih->...qh", queries, W_query)
    offered = torch.einsum("...ki,ih->...kh", keys, W_key)
    hidden = torch.tanh(asked.unsqueeze(-2) + offered.unsqueeze(-3))
    exact = (hidden * v).sum(dim=-1)
    assert answer.dtype == dtype
    assert answer.shape == exact.shape
    far = max(
        (t.nan_to_num().abs().max().item() for t in given if t.numel()), default=0
    )
    if far * far < torch.finfo(dtype).max / 64:
        assert answer[exact.isfinite()].isfinite().all()
    if far < 60:
        tolerance = 200 * (1 + far) ** 3 * torch.finfo(dtype).eps
        assert not ((answer.double() - exact).abs() > tolerance).any()


@given(st.integers(-1, 3), st.integers(-1, 3), st.integers(-1, 3), st.data())
def test_additive_attention_shares_out_its_scores(
    d_query: int, d_key: int, d_hidden: int, data: st.DataObject
):
    given = {"d_query": d_query, "d_key": d_key, "d_hidden": d_hidden}
    torch.manual_seed(0)
    layer = attempt(AdditiveAttention, **given)
    if refused(layer, {name for name, size in given.items() if size < 1}):
        return
    layer = layer.double().requires_grad_(False)
    ours, theirs = data.draw(batch_pairs())
    queries = data.draw(tensors((*ours, 3, d_query), torch.float64, wild=False))
    m = data.draw(sizes)
    keys = data.draw(tensors((*theirs, m, d_key), torch.float64, wild=False))
    usual = st.just((*theirs, m, 2))
    values = data.draw(tensors(data.draw(mostly(usual, shapes)), torch.float64))
    wrong = set() if fit(ours, theirs) else {"keys"}
    if values.dim() < 2 or values.shape[-2] != m:
        wrong.add("values")
    elif not wrong:
        batch = torch.broadcast_shapes(ours, theirs)
        wrong = set() if fit(batch, values.shape[:-2]) else {"values"}
    answer = attempt(layer, queries, keys, values)
    if not refused(answer, wrong):
        shares = torch.softmax(
            additive_scores(
                queries,
                keys,
                layer.W_query.weight.mT,
                layer.W_key.weight.mT,
                layer.v.weight[0],
            ),
            dim=-1,
        )
        torch.testing.assert_close(layer.weights(queries, keys), shares)
        exact = torch.einsum("...qk,...kd->...qd", shares, values)
        torch.testing.assert_close(answer, exact, equal_nan=True)


@given(st.integers(-1, 3), st.integers(-1, 3), floats, st.data())
def test_a_recurrent_encoder_reads_word_by_word(
    d_in: int, d_state: int, dtype: torch.dtype, data: st.DataObject
):
    given = {"d_in": d_in, "d_state": d_state}
    torch.manual_seed(0)
    encoder = attempt(RecurrentEncoder, **given)
    if refused(encoder, {name for name, size in given.items() if size < 1}):
        return
    encoder = encoder.to(dtype).requires_grad_(False)
    usual = st.tuples(sizes, sizes, st.just(d_in))
    inputs = data.draw(tensors(data.draw(mostly(usual, shapes)), dtype))
    states = attempt(encoder, inputs)
    bad = inputs.dim() < 2 or inputs.shape[-1] != d_in or inputs.shape[-2] == 0
    if refused(states, {"inputs"} if bad else set()):
        return
    parts = (encoder.W_input.weight, encoder.W_input.bias, encoder.W_state.weight)
    W, b, S = (part.double() for part in parts)
    state = torch.zeros(*inputs.shape[:-2], d_state, dtype=torch.float64)
    tolerance = 100 * torch.finfo(dtype).eps
    for place in range(inputs.shape[-2]):
        word = inputs[..., place, :].double()
        total = torch.einsum("...i,oi->...o", word, W) + b
        state = torch.tanh(total + torch.einsum("...i,oi->...o", state, S))
        if word.isfinite().all() and largest(word) < 9:
            away = (states[..., place, :].double() - state).abs()
            assert not (away > tolerance * (1 + largest(word))).any()
        state = states[..., place, :].double()
    # What comes later is not known yet; shorter sums are added in another order.
    known, eps = inputs[..., :1, :], torch.finfo(dtype).eps
    near = 8 * eps * (1 + largest(known)) if largest(known) < 9 else 8 * eps
    torch.testing.assert_close(
        encoder(known), states[..., :1, :], rtol=8 * eps, atol=near, equal_nan=True
    )


def largest(tensor: torch.Tensor) -> float:
    return tensor.abs().max().item() if tensor.numel() else 0.0


small = st.lists(st.integers(-1, 3), max_size=2)


@given(small, st.integers(-1, 5), st.integers(0, 99))
def test_a_batch_of_recall_ends_in_a_question_and_asks_for_its_first_word(
    shape: list[int], length: int, seed: int
):
    torch.manual_seed(seed)
    answer = attempt(recall_batch, *shape, length=length)
    wrong = {"length"} if length < 1 else set()
    if not refused(answer, wrong | ({"shape"} if min(shape, default=0) < 0 else set())):
        ids, first = answer
        assert ids.shape == (*shape, length + 1)
        assert (ids[..., -1] == 4).all()
        assert ((ids[..., :-1] >= 0) & (ids[..., :-1] < 4)).all()
        assert torch.equal(first, ids[..., 0])


@given(
    st.sampled_from([RecurrentRecall, AttentionRecall]),
    st.integers(-1, 4),
    st.integers(-1, 4),
    st.data(),
)
def test_a_model_of_recall_answers_each_sequence_alone(
    kind: type, length: int, d_model: int, data: st.DataObject
):
    given = {"length": length, "d_model": d_model}
    torch.manual_seed(0)
    model = attempt(kind, **given)
    if refused(model, {name for name, size in given.items() if size < 1}):
        return
    model = model.double().requires_grad_(False)
    dtype = data.draw(mostly(st.just(torch.int64), floats))
    usual = st.tuples(sizes, st.just(length + 1))
    ids = data.draw(tensors(data.draw(mostly(usual, shapes)), dtype, wild=False))
    ids = ids.abs() % 5
    logits = attempt(model, ids)
    bad = ids.dim() < 1 or ids.shape[-1] != length + 1 or dtype != torch.int64
    if not refused(logits, {"ids"} if bad else set()):
        assert logits.shape == (*ids.shape[:-1], 4)
        assert logits.isfinite().all()
        for one, expected in zip(
            ids.reshape(-1, length + 1), logits.reshape(-1, 4), strict=True
        ):
            torch.testing.assert_close(model(one), expected)
