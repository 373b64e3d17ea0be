"""What is behind the general sentences of docs/recap/book.md."""

import pytest
import torch

from attention import (
    CausalAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    SelfAttentionV1,
    SelfAttentionV2,
    causal_mask,
    masked_attention_weights,
    scaled_dot_product_attention,
)


@pytest.mark.parametrize("width", [2, 3, 64])
def test_masking_and_dividing_may_be_exchanged(width: int) -> None:
    torch.manual_seed(0)
    queries, keys = torch.randn(6, width), torch.randn(6, width)
    scores = queries @ keys.T
    before = scores.clone()
    weights = masked_attention_weights(scores / width**0.5, causal_mask(6))
    assert torch.equal(scores, before)
    scores.masked_fill_(torch.ones(6, 6).triu(1).bool(), -torch.inf)
    books = torch.softmax(scores / width**0.5, dim=-1)
    torch.testing.assert_close(weights, books)
    _, ours = scaled_dot_product_attention(queries, keys, keys, causal_mask(6))
    torch.testing.assert_close(ours, books)


def test_the_book_s_mask_does_not_grow() -> None:
    mask = torch.ones(5, 5).triu(1).bool()
    with pytest.raises(RuntimeError, match=r"\(6\) must match .* \(5\)"):
        torch.zeros(6, 6).masked_fill_(mask[:6, :6], -torch.inf)


@pytest.mark.parametrize("axes", [(), (1,), (2, 3), (2, 1, 4)])
def test_batch_axes(axes: tuple[int, ...]) -> None:
    x = torch.randn(*axes, 5, 3)
    for layer, width in (
        (SelfAttentionV1(3, 2), 2),
        (SelfAttentionV2(3, 2), 2),
        (CausalAttention(3, 2, 6, 0.0), 2),
        (MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2), 4),
        (MultiHeadAttention(3, 2, 6, 0.0, 2), 2),
    ):
        result = layer(x)
        assert result.shape == (*axes, 5, width)
        alone = torch.stack([layer(one) for one in x.reshape(-1, 5, 3)])
        torch.testing.assert_close(result, alone.reshape(result.shape))
