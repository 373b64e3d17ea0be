"""Masks, against loops and what torch's own attentions make of them."""

from functools import partial

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import (
    alibi_slopes,
    causal_mask,
    combine_masks,
    dropout_mask,
    mask_from_lengths,
    masked_attention_weights,
    padding_mask,
    to_additive,
    to_multihead,
    to_sdpa,
    window_mask,
)
from tests.attention.expect import NARROW, random, refuses

IDS = torch.tensor([[5, 7, 3, 0, 0], [2, 3, 5, 7, 0]])  # padded with 0


def test_a_token_attends_to_itself_and_those_before_it_aligned_at_their_ends():
    for num_queries in range(1, 6):
        first = 5 - num_queries
        expected = [[j <= i for j in range(5)] for i in range(first, 5)]
        assert causal_mask(num_queries, 5).tolist() == expected
    assert torch.equal(causal_mask(5), causal_mask(5, 5))
    refuses("num_keys must be at least num_queries=3. Got 2.", causal_mask, 3, 2)


MADE = {
    "causal": partial(causal_mask, 3),
    "window": partial(window_mask, 3, window=2),
    "dropout": partial(dropout_mask, (3,), 0.5),
    "slopes": partial(alibi_slopes, 3),
}


@pytest.mark.parametrize("name", MADE)
def test_a_mask_is_made_where_it_is_asked_for_or_on_the_default_device(name: str):
    assert MADE[name](device="meta").is_meta
    with torch.device("meta"):
        assert MADE[name]().is_meta
        lengths = torch.tensor([1], device="cpu")
        assert mask_from_lengths(lengths, 2).device.type == "cpu"


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


def test_converted_masks_hide_the_same_from_torchs_attentions():
    mask, x = causal_mask(5), random(2, 5, 3)
    torch.manual_seed(0)
    module = nn.MultiheadAttention(3, 1, batch_first=True, dtype=torch.float64)
    padding = padding_mask(IDS, 0)
    _, weights = module(
        x, x, x, to_multihead(padding[:, 0]), attn_mask=to_multihead(mask)
    )
    assert torch.equal(weights != 0, mask & padding)
    expected = masked_attention_weights(x @ x.mT / 3**0.5, mask) @ x
    for converted in (to_sdpa(mask), to_additive(mask, torch.float64)):
        found = F.scaled_dot_product_attention(x, x, x, converted)
        torch.testing.assert_close(found, expected)
    for dtype in NARROW:
        term = to_additive(torch.tensor([True, False]), dtype)
        assert (term.tolist(), term.dtype) == ([0.0, -torch.inf], dtype)
    assert to_additive(mask).dtype == torch.float32
