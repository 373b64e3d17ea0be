"""What is behind the general sentences of docs/multi-head/padding.md."""

import pytest
import torch
import torch.nn.functional as F

from attention import CrossAttention, mask_from_lengths, scaled_dot_product_attention
from tests.claims.draw import draw


def layer_of(seed: int) -> CrossAttention:
    torch.manual_seed(seed)
    return CrossAttention(3, 4, 0.0, num_heads=2, qkv_bias=True).double()


def test_a_flat_mask_is_read_as_queries_by_keys() -> None:
    x = draw(0, 3, 3, 2)  # as many queries as sentences
    flat = mask_from_lengths(torch.tensor([1, 2, 3]), 3)[:, 0]
    _, weights = scaled_dot_product_attention(x, x, x, flat)
    for of_sentence in weights:
        assert torch.equal(of_sentence > 0, flat)  # row i: the length of sentence i
    with pytest.raises(ValueError, match="mask"):
        scaled_dot_product_attention(x[:, 1:], x, x, flat)


def test_masked_padding_changes_nothing_unless_a_projection_is_not_finite() -> None:
    mask = mask_from_lengths(torch.tensor(2), num_tokens=6)
    for filling in (0.0, -1e9, 1e300, torch.inf, -torch.inf, torch.nan):
        for seed in range(3):
            layer, sentence = layer_of(seed), draw(seed, 2, 3)
            padded = torch.cat(
                [sentence, torch.full((4, 3), filling, dtype=torch.float64)]
            )
            found = layer(draw(9, 5, 3), padded, mask=mask)
            if abs(filling) < torch.inf:
                torch.testing.assert_close(found, layer(draw(9, 5, 3), sentence))
            else:
                assert found.isnan().all()
            for W in (layer.W_key, layer.W_value):
                W.weight.data *= 1e10  # so that 1e300 overflows
            if filling == 1e300:
                assert layer(draw(9, 5, 3), padded, mask=mask).isnan().any()


def test_padding_has_no_gradient() -> None:
    layer, batch = layer_of(0), draw(0, 2, 6, 3).requires_grad_()
    mask = mask_from_lengths(torch.tensor([3, 5]), num_tokens=6)
    layer(draw(1, 2, 4, 3), batch, mask=mask).square().sum().backward()
    assert torch.equal((batch.grad != 0).any(dim=-1), mask[:, 0])


def test_padded_places_get_context_vectors() -> None:
    layer, sentence = layer_of(0), draw(0, 2, 3)
    padded = torch.cat([sentence, torch.zeros(4, 3).double()])
    mask = mask_from_lengths(torch.tensor(2), num_tokens=6)
    result, alone = layer(padded, padded, mask=mask), layer(sentence, sentence)
    torch.testing.assert_close(result[:2], alone)
    assert (result[2:] != 0).all()
    assert not torch.allclose(result.mean(dim=0), alone.mean(dim=0), atol=1e-4)


def test_rows_without_a_true() -> None:
    """A row of -inf, by hand, in our function, and in torch's."""
    Q, K = draw(0, 2, 5, 3)
    mask = torch.ones(5, 5).tril().bool()
    mask[2] = False
    hidden = (Q @ K.mT).masked_fill(~mask, -torch.inf)
    for attend, finite in (
        (lambda V: torch.softmax(hidden, dim=-1) @ V, False),
        (lambda V: scaled_dot_product_attention(Q, K, V, mask)[0], True),
        (lambda V: F.scaled_dot_product_attention(Q, K, V, mask), True),
    ):
        V = torch.ones(5, 3, dtype=torch.float64, requires_grad=True)
        contexts = attend(V)
        assert (contexts[2] == 0).all() if finite else contexts[2].isnan().all()
        contexts[0].sum().backward()  # the loss leaves the row out
        assert V.grad.isfinite().all() if finite else V.grad.isnan().all()


def test_sdpa_takes_our_mask() -> None:
    mask, sdpa = (
        mask_from_lengths(torch.tensor([4, 1]), 4),
        F.scaled_dot_product_attention,
    )
    for num_heads in (1, 2, 3):
        x = draw(num_heads, 2, num_heads, 4, 5)
        right = sdpa(x, x, x, mask[:, None])
        torch.testing.assert_close(right[1], x[1, :, :1].expand(num_heads, 4, 5))
        torch.testing.assert_close(right[0], sdpa(x[0], x[0], x[0]))
        torch.testing.assert_close(sdpa(*3 * [x[:, 0]], mask), right[:, 0])
        if num_heads == 2:  # as many heads as sentences: wrong, and nothing is raised
            assert not torch.allclose(sdpa(x, x, x, mask), right, atol=1e-3)
