"""What is behind the general sentences of docs/mistakes/masks.md."""

import pytest
import torch
from torch.nn import functional as F

from attention import causal_mask, masked_attention_weights


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_a_row_of_false_is_zero(dtype: torch.dtype) -> None:
    torch.manual_seed(0)
    x = torch.randn(1, 4, 2, dtype=dtype)
    mask = torch.ones(4, 4).bool()
    mask[2] = False
    assert torch.equal(
        F.scaled_dot_product_attention(x, x, x, mask)[0, 2],
        torch.zeros(2, dtype=dtype),
    )
    assert not masked_attention_weights(x @ x.mT, mask)[0, 2].any()


@pytest.mark.parametrize("size", [1, 2, 6, 33])
def test_the_diagonal_is_allowed(size: int) -> None:
    assert causal_mask(size).diagonal().all()


@pytest.mark.parametrize(("queries", "keys"), [(1, 6), (2, 6), (3, 4)])
def test_is_causal_begins_at_the_top_left(queries: int, keys: int) -> None:
    weights = F.scaled_dot_product_attention(
        torch.randn(1, queries, 3),
        torch.randn(1, keys, 3),
        torch.eye(keys)[None],
        is_causal=True,
    )
    assert torch.equal(weights[0] > 0, torch.ones(queries, keys).tril().bool())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_integers_are_refused(dtype: torch.dtype) -> None:
    x, mask = torch.ones(1, 4, 2, dtype=dtype), torch.ones(4, 4)
    for allowed in (mask.to(dtype), mask.bool()):
        F.scaled_dot_product_attention(x, x, x, allowed)
    for refused in (torch.int8, torch.int64, torch.float16):
        with pytest.raises(RuntimeError, match="attn_mask dtype"):
            F.scaled_dot_product_attention(x, x, x, mask.to(refused))


@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("longest", [5, 6])
@pytest.mark.parametrize("need_weights", [True, False])
def test_nan_needs_a_full_sentence_and_weights(
    need_weights: bool, longest: int, batch_first: bool
) -> None:
    torch.manual_seed(0)
    layer = torch.nn.MultiheadAttention(8, 2, batch_first=batch_first)
    x = torch.randn(2, 6, 8) if batch_first else torch.randn(6, 2, 8)
    real = torch.arange(6) < torch.tensor([[longest], [2]])
    contexts, _ = layer(x, x, x, key_padding_mask=real, need_weights=need_weights)
    assert contexts.isnan().any() == (longest == 6 and need_weights)


def test_a_float_mask_is_added() -> None:
    torch.manual_seed(0)
    x, mask = torch.randn(1, 4, 2), torch.ones(4, 4).tril()
    added = torch.softmax(x @ x.mT / 2**0.5 + mask, dim=-1) @ x
    found = F.scaled_dot_product_attention(x, x, x, mask)
    assert torch.allclose(found, added, atol=1e-6)
