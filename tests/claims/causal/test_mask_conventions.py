"""What is behind the general sentences of docs/causal/mask-conventions.md."""

import runpy

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention import causal_mask, masked_attention_weights


def project_nothing(width: int) -> nn.MultiheadAttention:
    """nn.MultiheadAttention with identity matrices."""
    layer = nn.MultiheadAttention(width, num_heads=1, bias=False)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.eye(width).repeat(3, 1))
    return layer


def draw(seed: int, words: int = 6, width: int = 4) -> tuple[Tensor, Tensor]:
    torch.manual_seed(seed)
    return torch.randn(words, width), torch.randn(words, width)


@pytest.mark.parametrize("words", [2, 6, 17])
def test_who_reads_what(words: int) -> None:
    for seed in range(5):
        q, k = draw(seed, words)
        scores = q @ k.T / 2.0
        mask = torch.rand(words, words) < 0.5
        mask.fill_diagonal_(True)
        layer, eye = project_nothing(4), torch.eye(words)
        expected = torch.softmax(scores.masked_fill(~mask, -torch.inf), dim=-1)
        sdpa = F.scaled_dot_product_attention(q, k, eye, attn_mask=mask)
        torch.testing.assert_close(sdpa, expected)
        torch.testing.assert_close(layer(q, k, k, attn_mask=~mask)[1], expected)

        padding = torch.arange(words) >= words - 1
        expected = torch.softmax(scores.masked_fill(padding, -torch.inf), dim=-1)
        ours = layer(q, k, k, key_padding_mask=padding)[1]
        torch.testing.assert_close(ours, expected)

        floats = torch.randn(words, words)
        expected = torch.softmax(scores + floats, dim=-1)
        sdpa = F.scaled_dot_product_attention(q, k, eye, attn_mask=floats)
        torch.testing.assert_close(sdpa, expected)
        torch.testing.assert_close(layer(q, k, k, attn_mask=floats)[1], expected)

        tril = torch.ones(words, words).tril()
        sdpa = F.scaled_dot_product_attention(q, k, eye, attn_mask=tril)
        torch.testing.assert_close(sdpa, torch.softmax(scores + tril, dim=-1))
        assert (sdpa > 0).all()


def test_an_encoder_layer_reads_true_as_blocked() -> None:
    for seed in range(3):
        torch.manual_seed(seed)
        layer = nn.TransformerEncoderLayer(4, 1, 8, dropout=0.0, batch_first=True)
        x, other = torch.randn(2, 6, 4), torch.randn(2, 1, 4)
        swapped = torch.cat([x[:, :5], other], dim=1)
        blocked, allowed = ~causal_mask(6), causal_mask(6)
        before, after = (layer(one, src_mask=blocked)[:, :5] for one in (x, swapped))
        torch.testing.assert_close(before, after)
        before, after = (layer(one, src_mask=allowed)[:, :5] for one in (x, swapped))
        assert not torch.allclose(before, after, atol=1e-3)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int64])
def test_only_booleans_are_taken(dtype: torch.dtype) -> None:
    for seed in range(5):
        q, k = draw(seed)
        ones = causal_mask(6).to(dtype)
        with pytest.raises(ValueError, match="must be boolean"):
            masked_attention_weights(q @ k.T, ones)
        added = torch.softmax(q @ k.T + ones, dim=-1)  # the other reading
        assert not torch.allclose(
            added, masked_attention_weights(q @ k.T, causal_mask(6)), atol=1e-3
        )


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
@pytest.mark.parametrize("words", [1, 6, 130])
def test_rows_that_may_attend_to_nothing_get_zeros(
    words: int, dtype: torch.dtype
) -> None:
    q, k = (one.to(dtype) for one in draw(0, words))
    mask = causal_mask(words).logical_not()
    sdpa = F.scaled_dot_product_attention(q, k, k, attn_mask=mask)
    assert (sdpa[-1] == 0).all()
    assert (masked_attention_weights(q @ k.T, mask)[-1] == 0).all()


def test_inverted_masks() -> None:
    for seed in range(20):
        q, k = draw(seed)
        tril = causal_mask(6)
        weights = torch.softmax((q @ k.T).masked_fill(tril, -torch.inf), dim=-1)
        assert (weights[:5].tril() == 0).all()
        assert weights[5].isnan().all()
        assert F.cross_entropy(weights @ k, torch.zeros(6, dtype=torch.long)).isnan()
        weights = torch.softmax((q @ k.T).masked_fill(tril, -1e9), dim=-1)
        torch.testing.assert_close(weights[5], torch.full((6,), 1 / 6))


@pytest.mark.parametrize(
    ("queries", "keys"), [(1, 1), (2, 2), (50, 50), (1, 6), (2, 6), (5, 6)]
)
def test_what_the_two_questions_tell(queries: int, keys: int) -> None:
    block = runpy.run_path("snippets/causal/mask-conventions/two-questions.py")
    is_causal, mask = block["is_causal"], causal_mask(queries, keys)
    earlier = keys - queries
    assert is_causal(mask)
    assert not is_causal(~mask)
    assert not is_causal(mask.tril(earlier - 1))  # a word may not attend to itself
    if queries > 1:
        assert not (~mask).diagonal(earlier).any()
        assert (~mask).triu(earlier + 1).any()
        assert not is_causal(mask | torch.ones_like(mask).tril(earlier + 1))


@pytest.mark.parametrize(("queries", "keys"), [(1, 6), (2, 6), (5, 130)])
def test_alignment(queries: int, keys: int) -> None:
    torch.manual_seed(0)
    q, k, eye = torch.randn(queries, 4), torch.randn(keys, 4), torch.eye(keys)
    theirs = F.scaled_dot_product_attention(q, k, eye, is_causal=True)
    assert torch.equal(theirs > 0, torch.ones(queries, keys).tril().bool())
    assert torch.equal(causal_mask(queries, keys), causal_mask(keys)[-queries:])
