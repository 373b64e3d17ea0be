"""Masks, against loops and what torch's own attentions make of them."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

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
from tests.attention.expect import random, refusal

IDS = torch.tensor([[5, 7, 3, 0, 0], [2, 3, 5, 7, 0]])  # padded with 0


def test_a_token_attends_to_itself_and_to_those_before_it():
    mask = causal_mask(3)
    assert mask.tolist() == [[j <= i for j in range(3)] for i in range(3)]


def test_fewer_queries_than_keys_are_aligned_at_their_ends():
    for num_queries in range(1, 6):
        assert torch.equal(causal_mask(num_queries, 5), causal_mask(5)[-num_queries:])
    with refusal("num_keys must be at least num_queries=3. Got 2."):
        causal_mask(3, 2)


def test_a_causal_mask_is_made_where_it_is_asked_for_or_on_the_default_device():
    assert causal_mask(3, device="meta").is_meta
    with torch.device("meta"):
        assert causal_mask(3).is_meta
        assert (
            mask_from_lengths(torch.tensor([1], device="cpu"), 2).device.type == "cpu"
        )


def test_padding_and_lengths_hide_the_same_keys_from_every_query():
    expected = [[[True, True, True, False, False]], [[True, True, True, True, False]]]
    assert padding_mask(IDS, 0).tolist() == expected
    assert mask_from_lengths(torch.tensor([3, 4]), 5).tolist() == expected
    none_all = mask_from_lengths(torch.tensor([[-1], [9]]), 2)
    assert none_all.tolist() == [[[[False, False]]], [[[True, True]]]]


def test_an_id_that_a_narrow_type_cannot_hold_equals_no_token():
    assert padding_mask(torch.tensor([44], dtype=torch.uint8), 300).all()


def test_combined_masks_allow_what_each_of_them_allows():
    masks = causal_mask(5), padding_mask(IDS, 0), torch.tensor([True] * 4 + [False])
    before = [mask.clone() for mask in masks]
    combined = combine_masks(*masks)
    for b in range(2):
        for i in range(5):
            for j in range(5):
                allowed = j <= i and IDS[b, j] != 0 and j < 4
                assert combined[b, i, j] == allowed
    assert all(map(torch.equal, masks, before))
    assert combine_masks(masks[0]) is not masks[0]


def test_converted_masks_give_the_same_weights_wherever_they_are_used():
    mask, identity = causal_mask(5), torch.eye(5, dtype=torch.float64)
    Q, K = random(5, 5), random(5, 5, seed=1)
    expected = masked_attention_weights(Q @ K.T / 5**0.5, mask)
    fused = F.scaled_dot_product_attention
    both = (to_sdpa(mask), to_additive(mask, torch.float64))
    for converted in both:
        found = fused(Q[None], K[None], identity[None], converted)[0]
        torch.testing.assert_close(found, expected)
    module = nn.MultiheadAttention(5, 1, bias=False, dtype=torch.float64)
    with torch.no_grad():
        module.in_proj_weight.copy_(identity.repeat(3, 1))
    _, found = module(Q, K, K, attn_mask=to_multihead(mask))
    torch.testing.assert_close(found, expected)


def test_a_padding_mask_converted_is_the_key_padding_mask_of_torchs_module():
    torch.manual_seed(0)
    module = nn.MultiheadAttention(3, 1, batch_first=True, dtype=torch.float64)
    x = random(2, 5, 3)
    blocked = to_multihead(padding_mask(IDS, 0)[:, 0])
    found, _ = module(x, x, x, key_padding_mask=blocked)
    for i, length in enumerate((3, 4)):
        alone = x[i, :length]
        expected, _ = module(alone, alone, alone)
        torch.testing.assert_close(found[i, :length], expected)


@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float64], ids=str
)
def test_an_additive_mask_is_zero_or_minus_infinity(dtype: torch.dtype):
    term = to_additive(torch.tensor([True, False]), dtype)
    assert (term.tolist(), term.dtype) == ([0.0, -torch.inf], dtype)


@pytest.mark.parametrize("convert", [combine_masks, to_sdpa, to_multihead, to_additive])
def test_a_mask_that_is_not_boolean_is_refused(convert):
    with refusal("mask must be boolean, True = may attend. Got torch.int64."):
        convert(torch.tensor([1, 0]))
    with refusal("masks must be at least one. Got none."):
        combine_masks()
