"""What is behind the general sentences of docs/multi-head/padding.md."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn.utils.rnn import pad_sequence

from attention import (
    CrossAttention,
    causal_mask,
    combine_masks,
    mask_from_lengths,
    masked_attention_weights,
    padding_mask,
    scaled_dot_product_attention,
)

lengths_of_a_batch = st.lists(st.integers(1, 6), min_size=1, max_size=4)


def layer_of(seed: int) -> CrossAttention:
    torch.manual_seed(seed)
    return CrossAttention(3, 4, 0.0, num_heads=2, qkv_bias=True).double()


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=6))
def test_a_score_of_zero_has_a_weight(scores: list[float]) -> None:
    assert torch.softmax(torch.tensor([*scores, 0.0]), dim=0)[-1] > 0


@given(lengths_of_a_batch)
def test_one_row_serves_all_queries(lengths: list[int]) -> None:
    mask = mask_from_lengths(torch.tensor(lengths), num_tokens=6)
    ids = torch.where(mask[:, 0], 7, 0)
    assert torch.equal(padding_mask(ids, pad_id=0), mask)
    scores = torch.randn(len(lengths), 4, 6)
    weights = masked_attention_weights(scores, mask)
    assert mask.shape == (len(lengths), 1, 6)
    assert torch.equal(weights > 0, mask.expand_as(weights))


@pytest.mark.parametrize("sentences", [2, 3, 5])
def test_a_flat_mask_is_read_as_queries_by_keys(sentences: int) -> None:
    x = torch.rand(sentences, sentences, 2)  # as many queries as sentences
    lengths = torch.arange(1, sentences + 1)
    flat = mask_from_lengths(lengths, sentences)[:, 0]
    _, weights = scaled_dot_product_attention(x, x, x, flat)
    for of_sentence in weights:
        assert torch.equal(of_sentence > 0, flat)  # row i: the length of sentence i
    with pytest.raises(ValueError, match="mask"):
        scaled_dot_product_attention(x[:, 1:], x, x, flat)


@settings(deadline=None, max_examples=15)
@given(lengths_of_a_batch, st.floats(-1e30, 1e30), st.integers(0, 99))
def test_masked_padding_changes_nothing(
    lengths: list[int], filling: float, seed: int
) -> None:
    layer = layer_of(seed).float()
    sentences = [torch.randn(length, 3) for length in lengths]
    batch = pad_sequence(sentences, batch_first=True, padding_value=filling)
    mask = mask_from_lengths(torch.tensor(lengths), batch.shape[1])
    target = torch.randn(4, 3)
    together = layer(target.expand(len(lengths), 4, 3), batch, mask=mask)
    for output, sentence in zip(together, sentences, strict=True):
        torch.testing.assert_close(output, layer(target, sentence))


@pytest.mark.parametrize("filling", [torch.inf, -torch.inf, torch.nan, 3e38])
def test_what_no_mask_hides(filling: float) -> None:
    spoiled = []
    for seed in range(40):
        layer = layer_of(seed).float()
        source = torch.cat([torch.rand(2, 3), torch.full((4, 3), filling)])
        mask = torch.tensor([True, True, False, False, False, False])
        spoiled.append(bool(layer(torch.rand(4, 3), source, mask=mask).isnan().any()))
    assert any(spoiled)
    assert all(spoiled) == (filling != 3e38)  # in some layers 3e38 overflows


@settings(deadline=None, max_examples=30)
@given(lengths_of_a_batch, st.integers(0, 99))
def test_padding_has_no_gradient(lengths: list[int], seed: int) -> None:
    layer = layer_of(seed)
    batch = torch.randn(len(lengths), 6, 3).double().requires_grad_()
    mask = mask_from_lengths(torch.tensor(lengths), num_tokens=6)
    target = torch.randn(len(lengths), 4, 3).double()
    layer(target, batch, mask=mask).square().sum().backward()
    moved = (batch.grad != 0).any(dim=-1)
    assert torch.equal(moved, mask[:, 0])


@pytest.mark.parametrize("seed", range(5))
def test_padded_places_get_context_vectors(seed: int) -> None:
    layer = layer_of(seed)
    sentence = torch.randn(2, 3).double()
    padded = torch.cat([sentence, torch.zeros(4, 3).double()])
    mask = mask_from_lengths(torch.tensor(2), num_tokens=6)
    result, alone = layer(padded, padded, mask=mask), layer(sentence, sentence)
    torch.testing.assert_close(result[:2], alone)
    assert (result[2:] != 0).all()
    assert not torch.allclose(result.mean(dim=0), alone.mean(dim=0), atol=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_rows_without_a_true(seed: int) -> None:
    torch.manual_seed(seed)
    Q, K = torch.randn(2, 5, 4).unbind()
    mask = torch.rand(5, 5) < 0.5
    mask[0], mask[2] = True, False
    hidden = (Q @ K.mT).masked_fill(~mask, -torch.inf)
    gradients = []
    for attend in (
        lambda V: torch.softmax(hidden, dim=-1) @ V,
        lambda V: scaled_dot_product_attention(Q, K, V, mask)[0],
        lambda V: F.scaled_dot_product_attention(Q, K, V, mask),
    ):
        V = torch.ones(5, 4, requires_grad=True)
        contexts = attend(V)
        contexts[0].sum().backward()
        gradients.append(V.grad)
        if len(gradients) == 1:
            assert contexts[2].isnan().all()
        else:
            assert (contexts[2] == 0).all()
    assert gradients[0].isnan().all()
    assert gradients[1].isfinite().all()
    assert gradients[2].isfinite().all()


@given(st.integers(1, 6), st.integers(0, 6))
def test_padding_in_front_leaves_rows_empty(num_tokens: int, in_front: int) -> None:
    real = torch.arange(num_tokens) >= in_front
    mask = combine_masks(causal_mask(num_tokens), real[None])
    weights = masked_attention_weights(torch.zeros(num_tokens, num_tokens), mask)
    assert mask.any(dim=-1).all() == (weights.sum(dim=-1) > 0).all() == (in_front == 0)


@pytest.mark.parametrize("num_heads", [1, 2, 3])
@pytest.mark.parametrize("lengths", [[4, 1], [1, 3], [2, 4]])
def test_sdpa_takes_our_mask(num_heads: int, lengths: list[int]) -> None:
    torch.manual_seed(0)
    mask = mask_from_lengths(torch.tensor(lengths), num_tokens=4)
    x = torch.randn(2, num_heads, 4, 5)
    alone = [
        F.scaled_dot_product_attention(one, one[:, :n], one[:, :n])
        for one, n in zip(x, lengths, strict=True)
    ]
    right = F.scaled_dot_product_attention(x, x, x, mask[:, None])
    torch.testing.assert_close(right, torch.stack(alone))
    one_head = F.scaled_dot_product_attention(*3 * [x[:, 0]], mask)
    torch.testing.assert_close(one_head, right[:, 0])
    if num_heads == 2:  # as many heads as sentences: wrong, and nothing is raised
        wrong = F.scaled_dot_product_attention(x, x, x, mask)
        assert not torch.allclose(wrong, right, atol=1e-3)
    elif num_heads == 3:
        with pytest.raises(RuntimeError, match="must match"):
            F.scaled_dot_product_attention(x, x, x, mask)


@pytest.mark.parametrize("lengths", [[1, 2], [2, 1], [3, 4], [1, 4]])
def test_our_mask_taken_for_theirs(lengths: list[int]) -> None:
    layer = torch.nn.MultiheadAttention(4, num_heads=1, batch_first=True)
    x = torch.rand(2, 5, 4)
    mask = mask_from_lengths(torch.tensor(lengths), num_tokens=5)
    _, weights = layer(x, x, x, key_padding_mask=mask[:, 0])
    assert torch.equal(weights > 0, ~mask.expand(2, 5, 5))
