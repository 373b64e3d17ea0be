"""Masks: against loops over places, and against what torch understands by them."""

import re
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import (
    attention_weights,
    causal_mask,
    combine_masks,
    mask_from_lengths,
    padding_mask,
    scaled_attention_scores,
    to_additive,
    to_multihead,
    to_sdpa,
)
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_QUERIES, NUM_KEYS, D_K = 3, 5, 7
PAD = 11
IDS = torch.tensor([[2, 3, 5, PAD, PAD], [2, PAD, 3, 5, 7], [PAD] * 5])


def some_mask() -> torch.Tensor:
    """Every query may attend to something, and no two rows are alike."""
    return torch.tensor(
        [
            [True, False, False, True, False],
            [False, True, True, True, False],
            [True, True, False, False, True],
        ]
    )


def random_inputs() -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    queries = torch.randn(NUM_QUERIES, D_K, generator=generator, dtype=torch.float64)
    keys = torch.randn(NUM_KEYS, D_K, generator=generator, dtype=torch.float64)
    return queries, keys


def masked_by_loops(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    weights = torch.zeros_like(scores)
    for i, row in enumerate(scores):
        seen = [j for j in range(len(row)) if mask[i, j]]
        weights[i, seen] = attention_weights(row[None, seen])[0]
    return weights


@pytest.mark.parametrize("num_tokens", [1, 2, 5])
def test_a_causal_mask_allows_a_token_itself_and_those_before_it(num_tokens: int):
    expected = [[j <= i for j in range(num_tokens)] for i in range(num_tokens)]
    mask = causal_mask(num_tokens)
    assert mask.dtype == torch.bool
    assert mask.tolist() == expected


def test_queries_and_keys_are_aligned_at_their_ends():
    whole = causal_mask(NUM_KEYS)
    for num_queries in range(1, NUM_KEYS + 1):
        last = causal_mask(num_queries, NUM_KEYS)
        assert torch.equal(last, whole[-num_queries:])
        assert last[-1].all()


def test_a_causal_mask_is_what_torch_calls_is_causal():
    queries, keys = random_inputs()
    keys = keys[:NUM_QUERIES]
    expected = F.scaled_dot_product_attention(queries, keys, keys, is_causal=True)
    ours = F.scaled_dot_product_attention(
        queries, keys, keys, attn_mask=to_sdpa(causal_mask(NUM_QUERIES))
    )
    torch.testing.assert_close(ours, expected)


def test_a_causal_mask_is_the_opposite_of_torchs_own_for_transformers():
    theirs = nn.Transformer.generate_square_subsequent_mask(NUM_KEYS)
    assert torch.equal(to_additive(causal_mask(NUM_KEYS)), theirs)


def test_padding_is_what_equals_the_pad_id():
    mask = padding_mask(IDS, PAD)
    assert mask.shape == (3, 1, NUM_KEYS)
    assert mask.dtype == torch.bool
    assert mask[:, 0].tolist() == [[i != PAD for i in ids] for ids in IDS.tolist()]
    one = padding_mask(IDS[1], PAD)
    assert torch.equal(one, mask[1])


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int32, torch.int64], ids=str)
def test_lengths_allow_the_first_tokens_of_each_sequence(dtype: torch.dtype):
    lengths = torch.tensor([3, 1, 5, 0, 7], dtype=dtype)
    mask = mask_from_lengths(lengths, NUM_KEYS)
    assert mask.shape == (5, 1, NUM_KEYS)
    assert mask.dtype == torch.bool
    assert mask.sum(dim=-1).flatten().tolist() == [3, 1, 5, 0, 5]
    for row, length in zip(mask[:, 0], lengths.tolist(), strict=True):
        assert row[:length].all()


def test_lengths_and_padding_say_the_same_of_one_batch():
    ids = torch.tensor([[2, 3, PAD, PAD, PAD], [2, 3, 5, 7, 2], [PAD] * 5])
    lengths = (ids != PAD).sum(dim=-1)
    assert torch.equal(mask_from_lengths(lengths, 5), padding_mask(ids, PAD))


def test_a_sequence_may_be_one_token_long():
    mask = mask_from_lengths(torch.tensor([0, 1]), 1)
    assert mask.tolist() == [[[False]], [[True]]]


def test_lengths_may_have_any_axes():
    lengths = torch.tensor([[3, 1], [0, 2], [5, 4]])
    mask = mask_from_lengths(lengths, NUM_KEYS)
    assert mask.shape == (3, 2, 1, NUM_KEYS)
    assert torch.equal(mask[2, 1], mask_from_lengths(lengths[2, 1], NUM_KEYS))


def test_combined_masks_allow_what_all_of_them_allow():
    padding, causal = padding_mask(IDS, PAD), causal_mask(NUM_KEYS)
    combined = combine_masks(padding, causal)
    assert combined.shape == (3, NUM_KEYS, NUM_KEYS)
    for b in range(3):
        for i in range(NUM_KEYS):
            for j in range(NUM_KEYS):
                assert combined[b, i, j] == (j <= i and IDS[b, j] != PAD)
    assert torch.equal(combine_masks(causal, padding), combined)
    assert torch.equal(combine_masks(causal, padding, causal), combined)


def test_combining_changes_no_mask_and_shares_no_memory():
    mask = some_mask()
    combined = combine_masks(mask)
    assert torch.equal(combined, mask)
    combined[:] = False
    assert torch.equal(mask, some_mask())


def test_converted_masks_give_the_same_weights_wherever_they_are_used():
    queries, keys = random_inputs()
    mask = some_mask()
    scores = scaled_attention_scores(queries, keys)
    expected = masked_by_loops(scores, mask)

    identity = torch.eye(NUM_KEYS, dtype=torch.float64)
    for attn_mask in (to_sdpa(mask), to_additive(mask, torch.float64)):
        weights = F.scaled_dot_product_attention(
            queries, keys, identity, attn_mask=attn_mask
        )
        torch.testing.assert_close(weights, expected)

    layer = nn.MultiheadAttention(D_K, num_heads=1, bias=False, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.eye(D_K).repeat(3, 1))
    for attn_mask in (to_multihead(mask), to_additive(mask, torch.float64)):
        _, weights = layer(queries, keys, keys, attn_mask=attn_mask)
        torch.testing.assert_close(weights, expected)

    added = attention_weights(scores + to_additive(mask, torch.float64))
    torch.testing.assert_close(added, expected)


def test_a_padding_mask_converted_is_the_key_padding_mask_of_multihead():
    queries, keys = random_inputs()
    padding = padding_mask(IDS[:2], PAD)  # (2, 1, num_keys)
    batch = torch.stack([keys, 2 * keys])
    layer = nn.MultiheadAttention(
        D_K, num_heads=1, bias=False, batch_first=True, dtype=torch.float64
    )
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.eye(D_K).repeat(3, 1))
    _, weights = layer(
        queries.expand(2, -1, -1),
        batch,
        batch,
        key_padding_mask=to_multihead(padding[:, 0]),
    )
    for b in range(2):
        scores = scaled_attention_scores(queries, batch[b])
        expected = masked_by_loops(scores, padding[b].expand(NUM_QUERIES, -1))
        torch.testing.assert_close(weights[b], expected)


@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64], ids=str
)
def test_an_additive_mask_is_zero_or_minus_infinity(dtype: torch.dtype):
    mask = some_mask()
    additive = to_additive(mask, dtype)
    assert additive.dtype == dtype
    assert (additive[mask] == 0).all()
    assert (additive[~mask] == -torch.inf).all()
    assert to_additive(mask).dtype == torch.float32


def test_converters_change_nothing_of_the_callers():
    mask = some_mask()
    assert to_sdpa(mask) is mask
    to_multihead(mask)
    to_additive(mask)
    assert torch.equal(mask, some_mask())


@pytest.mark.parametrize("device", DEVICES)
def test_masks_are_made_where_their_arguments_are(device: str):
    ids, mask = IDS.to(device), some_mask().to(device)
    lengths = torch.tensor([3, 1], device=device)
    made = {
        "causal": (causal_mask(2, 5, device=device), (2, 5)),
        "padding": (padding_mask(ids, PAD), (3, 1, 5)),
        "lengths": (mask_from_lengths(lengths, 7), (2, 1, 7)),
        "combined": (combine_masks(mask, mask[:1]), (3, 5)),
        "sdpa": (to_sdpa(mask), (3, 5)),
        "multihead": (to_multihead(mask), (3, 5)),
        "additive": (to_additive(mask), (3, 5)),
    }
    for name, (tensor, shape) in made.items():
        assert tensor.device.type == device, name
        assert tensor.shape == shape, name


def test_masks_of_arguments_do_not_follow_torchs_default_device():
    ids, mask, lengths = IDS, some_mask(), torch.tensor([3, 1])
    with torch.device("meta"):
        made = [padding_mask(ids, PAD), mask_from_lengths(lengths, 7)]
        made += [combine_masks(mask, mask[:1]), to_additive(mask)]
    assert {tensor.device.type for tensor in made} == {"cpu"}


def test_a_causal_mask_follows_torchs_default_device():
    with torch.device("meta"):
        assert causal_mask(3).device.type == "meta"


def test_masks_compile_without_graph_breaks():
    def masks(ids: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        num_tokens = ids.shape[-1]
        mask = combine_masks(
            causal_mask(num_tokens, device=ids.device),
            padding_mask(ids, PAD),
            mask_from_lengths(lengths, num_tokens),
        )
        return to_additive(to_sdpa(mask)).masked_fill(to_multihead(mask), -1.0)

    compiled = torch.compile(masks, fullgraph=True, backend="eager")
    for num_tokens in (5, 3, 2):  # the second length makes the shape dynamic
        arguments = IDS[:, :num_tokens], torch.tensor([3, 1, 2])
        assert torch.equal(compiled(*arguments), masks(*arguments))


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8], ids=str)
def test_an_id_that_a_narrow_type_cannot_hold_is_nobodys(dtype: torch.dtype):
    token_ids = torch.tensor([44, 0], dtype=dtype)
    assert padding_mask(token_ids, 300).tolist() == [[True, True]]  # 300 - 256 is 44
    assert padding_mask(token_ids, 44).tolist() == [[False, True]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: causal_mask(0), "num_queries must be at least 1. Got 0."),
        (lambda: causal_mask(-2, 3), "num_queries must be at least 1. Got -2."),
        (lambda: causal_mask(3, 2), "num_keys must be at least num_queries=3. Got 2."),
        (
            lambda: padding_mask(torch.tensor(1), 0),
            "token_ids must have shape (..., num_keys). Got ().",
        ),
        (
            lambda: padding_mask(torch.ones(3), 0),
            "token_ids must be integers. Got torch.float32.",
        ),
        (
            lambda: padding_mask(torch.ones(3, dtype=torch.bool), 0),
            "token_ids must be integers. Got torch.bool.",
        ),
        (
            lambda: mask_from_lengths(torch.ones(2), 3),
            "lengths must be integers. Got torch.float32.",
        ),
        (
            lambda: mask_from_lengths(torch.ones(2, dtype=torch.complex64), 3),
            "lengths must be integers. Got torch.complex64.",
        ),
        (
            lambda: mask_from_lengths(torch.tensor([1, 2]), 0),
            "num_tokens must be at least 1. Got 0.",
        ),
        (lambda: combine_masks(), "masks must be at least one. Got none."),
        (
            lambda: combine_masks(some_mask(), causal_mask(2)),
            "masks must have shapes that broadcast. Got (3, 5), (2, 2).",
        ),
        (
            lambda: combine_masks(some_mask(), torch.ones(3, 5)),
            "mask must be boolean, True = may attend. Got torch.float32.",
        ),
        (
            lambda: to_sdpa(torch.ones(3, 5).double()),
            "mask must be boolean, True = may attend. Got torch.float64.",
        ),
        (
            lambda: to_multihead(torch.ones(3, 5, dtype=torch.int64)),
            "mask must be boolean, True = may attend. Got torch.int64.",
        ),
        (
            lambda: to_additive(torch.ones(3, 5).half()),
            "mask must be boolean, True = may attend. Got torch.float16.",
        ),
        (
            lambda: to_additive(some_mask(), torch.int64),
            "dtype must be floating point. Got torch.int64.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
