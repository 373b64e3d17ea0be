"""Masks of any tensors: made, combined, handed on, and put to use."""

import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    causal_mask,
    combine_masks,
    mask_from_lengths,
    masked_attention_weights,
    padding_mask,
    to_additive,
    to_multihead,
    to_sdpa,
)
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.oracles import assert_answers, softmax
from tests.fuzz.tensors import (
    FLOATS,
    INTEGERS,
    TYPES,
    fit,
    floats,
    integers,
    mostly,
    same,
    shapes,
    tensors,
)

some_type = st.sampled_from(TYPES)
any_integers = mostly(integers, some_type).flatmap(
    lambda dtype: shapes.flatmap(lambda shape: tensors(shape, dtype))
)
any_mask = mostly(st.just(torch.bool), some_type).flatmap(
    lambda dtype: shapes.flatmap(lambda shape: tensors(shape, dtype))
)


@given(st.integers(-2, 7), st.none() | st.integers(-2, 7))
def test_a_causal_mask_says_for_each_pair_which_comes_first(
    num_queries: int, num_keys: int | None
):
    answer = attempt(causal_mask, num_queries, num_keys)
    wrong = {"num_queries"} if num_queries < 1 else set()
    if num_keys is None:
        num_keys = num_queries
    if num_keys < num_queries:
        wrong.add("num_keys")
    if not refused(answer, wrong):
        earlier = num_keys - num_queries
        assert answer.tolist() == [
            [key <= query + earlier for key in range(num_keys)]
            for query in range(num_queries)
        ]


@given(any_integers, st.integers(-300, 300), st.sampled_from([0, 0, 256, -256]))
def test_padding_is_what_has_the_id_of_padding(
    token_ids: torch.Tensor, pad_id: int, turn: int
):
    if token_ids.dtype in INTEGERS and token_ids.numel():
        pad_id = int(token_ids.flatten()[pad_id % token_ids.numel()]) + turn
    answer = attempt(padding_mask, token_ids, pad_id)
    bad = token_ids.dim() < 1 or token_ids.dtype not in INTEGERS
    if not refused(answer, {"token_ids"} if bad else set()):
        assert answer.dtype == torch.bool
        assert answer.shape == (*token_ids.shape[:-1], 1, token_ids.shape[-1])
        ids, shown = token_ids.flatten().tolist(), answer.flatten().tolist()
        assert shown == [number != pad_id for number in ids]


@given(any_integers, st.integers(-1, 7))
def test_lengths_allow_so_many_tokens(lengths: torch.Tensor, num_tokens: int):
    answer = attempt(mask_from_lengths, lengths, num_tokens)
    wrong = {"lengths"} if lengths.dtype not in INTEGERS else set()
    if num_tokens < 1:
        wrong.add("num_tokens")
    if not refused(answer, wrong):
        assert answer.shape == (*lengths.shape, 1, num_tokens)
        assert answer.flatten().tolist() == [
            place < length
            for length in lengths.flatten().tolist()
            for place in range(num_tokens)
        ]


@given(st.lists(any_mask, max_size=3))
def test_masks_combine_to_what_all_of_them_allow(masks: list[torch.Tensor]):
    answer = attempt(combine_masks, *masks)
    good = masks and all(mask.dtype == torch.bool for mask in masks)
    good = good and fit(*(mask.shape for mask in masks))
    if not refused(answer, set() if good else {"masks", "mask"}):
        shape = torch.broadcast_shapes(*(mask.shape for mask in masks))
        every = torch.stack([mask.expand(shape) for mask in masks]).all(dim=0)
        assert same(answer, every)
        assert all(answer is not mask for mask in masks)
        assert same(combine_masks(*reversed(masks)), answer)
        assert same(combine_masks(answer, *masks), answer)


@given(any_mask, mostly(floats, some_type))
def test_a_mask_is_handed_on_as_others_read_it(mask: torch.Tensor, dtype: torch.dtype):
    wrong = set() if mask.dtype == torch.bool else {"mask"}
    as_it_is, blocked = attempt(to_sdpa, mask), attempt(to_multihead, mask)
    if not refused(as_it_is, wrong) and not refused(blocked, wrong):
        assert as_it_is is mask
        assert same(blocked, mask.logical_not())
    added = attempt(to_additive, mask, dtype)
    if not refused(added, wrong if dtype in FLOATS else wrong | {"dtype"}):
        assert added.dtype == dtype
        assert same(added == 0, mask)
        assert same(added.isneginf(), mask.logical_not())


@st.composite
def scores_and_masks(draw: st.DrawFn) -> tuple[torch.Tensor, torch.Tensor]:
    shape = draw(shapes)
    scores = draw(tensors(shape, draw(mostly(floats, some_type))))
    kept = [size if draw(st.booleans()) else 1 for size in shape]
    fitting = tuple(kept[draw(st.integers(0, max(len(kept) - 1, 0))) :])
    dtype = draw(mostly(st.just(torch.bool), some_type))
    mask = draw(tensors(draw(mostly(st.just(fitting), shapes)), dtype))
    return scores, mask


@given(scores_and_masks())
def test_weights_under_a_mask_are_those_of_loops(
    given: tuple[torch.Tensor, torch.Tensor],
):
    scores, mask = given
    wrong = set()
    if scores.dim() < 2 or not scores.is_floating_point():
        wrong.add("scores")
    broadcasts = fit(scores.shape, mask.shape) and mask.dim()
    if broadcasts:
        broadcasts = torch.broadcast_shapes(scores.shape, mask.shape) == scores.shape
    if mask.dtype != torch.bool or not broadcasts:
        wrong.add("mask")
    answer = attempt(masked_attention_weights, scores, mask)
    if not refused(answer, wrong):
        assert_answers(answer, softmax(scores, mask), scores.dtype)


@given(scores_and_masks())
def test_weights_under_a_mask_are_those_of_torchs_own_attention(
    given: tuple[torch.Tensor, torch.Tensor],
):
    scores, mask = given[0].real.double().nan_to_num(posinf=9), given[1] != 0
    ours = attempt(masked_attention_weights, scores, mask)
    if isinstance(ours, str) or scores.numel() == 0:
        return
    added = scores + to_additive(mask, torch.float64)
    width = scores.shape[-1]
    nothing = scores.new_zeros(*scores.shape[:-1], 1)
    identity = torch.eye(width, dtype=torch.float64)
    keys = nothing.new_zeros(*scores.shape[:-2], width, 1)
    own = F.scaled_dot_product_attention(
        nothing, keys, identity.expand(*scores.shape[:-2], -1, -1), attn_mask=added
    )
    torch.testing.assert_close(ours, own)


@given(scores_and_masks(), st.sampled_from([torch.nan, torch.inf, -1e30, 7.0]))
def test_what_a_mask_hides_cannot_be_felt_nor_learned_from(
    given: tuple[torch.Tensor, torch.Tensor], hidden: float
):
    scores, mask = given[0].real.double(), given[1] != 0
    if isinstance(attempt(masked_attention_weights, scores, mask), str):
        return
    scores = scores.nan_to_num(posinf=9, neginf=-9)
    other = scores.masked_fill(~mask, hidden).requires_grad_()
    weights = masked_attention_weights(other, mask)
    assert same(weights.detach(), masked_attention_weights(scores, mask))
    weights.square().sum().backward()
    gradient = other.grad
    assert gradient is not None
    assert gradient.isfinite().all()
    assert (gradient.masked_select(~mask) == 0).all()
