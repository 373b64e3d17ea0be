"""What is behind the general sentences of docs/modern/which.md."""

from functools import partial
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from attention import causal_mask, scaled_dot_product_attention, window_mask
from tests.claims.draw import draw
from tests.claims.modern.counted import kept

SDPA = F.scaled_dot_product_attention


def stored(heads: int, length: int, attend: Any, **options: Any) -> list[Tensor]:
    """What attention with these options keeps for the gradients, in float32."""
    tensors = [draw(seed, 1, heads, length, 16).float() for seed in range(3)]
    return kept(partial(attend, **options), *tensors)


def total(tensors: list[Tensor]) -> int:
    return sum(tensor.untyped_storage().nbytes() for tensor in tensors)


def plain(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
    return scaled_dot_product_attention(queries, keys, values, mask)[0]


def test_a_mask_is_kept_as_a_number_for_each_pair_and_dropout_keeps_the_weights() -> (
    None
):
    for heads, length in ((12, 128), (3, 64), (5, 192)):
        mask, of = causal_mask(length), partial(stored, heads, length)
        causal = of(SDPA, is_causal=True)
        assert total(of(SDPA, attn_mask=mask)) - total(causal) == 4 * length**2
        dropped = of(SDPA, is_causal=True, dropout_p=0.1)
        assert total(dropped) > total(of(plain, mask=mask))
        with sdpa_kernel(SDPBackend.MATH):
            by_math = of(SDPA, is_causal=True)
        weights = (1, heads, length, length)
        assert weights in [tuple(tensor.shape) for tensor in by_math]
        assert weights not in [tuple(tensor.shape) for tensor in causal]


def test_flex_attention_counts_the_same_blocks() -> None:
    text = torch.arange(4096) // 512
    for mask, expected, rule in (
        (causal_mask(4096), 528, lambda b, h, q, k: k <= q),
        (
            window_mask(4096, window=1024),
            252,
            lambda b, h, q, k: (k <= q) & (q - k < 1024),
        ),
        (
            causal_mask(4096) & (text[:, None] == text),
            80,
            lambda b, h, q, k: (k <= q) & (q // 512 == k // 512),
        ),
    ):
        block_mask = create_block_mask(rule, None, None, 4096, 4096, device="cpu")
        assert block_mask.BLOCK_SIZE == (128, 128)
        needed = mask.view(32, 128, 32, 128).any(dim=3).any(dim=1)
        assert torch.equal(block_mask.to_dense()[0, 0].bool(), needed)
        assert needed.sum() == expected
        assert needed.numel() == 1024


def test_flex_attention_refuses_gradients_on_a_cpu() -> None:
    x = draw(0, 1, 2, 16, 16).float().requires_grad_()
    with pytest.raises(NotImplementedError, match="does not support backward on CPU"):
        flex_attention(x, x, x)
    doc = flex_attention.__doc__
    assert doc
    assert "is a prototype feature in PyTorch" in doc
