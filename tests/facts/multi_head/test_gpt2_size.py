"""What is behind the general sentences of docs/multi-head/gpt2-size.md."""

import pytest
import torch
import torch.nn.functional as F

from attention import MultiHeadAttention, causal_mask
from tests.facts.draw import draw


def test_heads_and_context_are_not_in_the_weights() -> None:
    torch.manual_seed(0)
    d, x = 24, torch.randn(6, 24)
    saved = MultiHeadAttention(d, d, 6, 0.0, num_heads=3)
    for num_heads, context_length in ((1, 6), (2, 30), (12, 30)):
        layer = MultiHeadAttention(d, d, context_length, 0.0, num_heads)
        count = sum(p.numel() for p in layer.parameters())
        assert count == 3 * d**2 + (d**2 + d) == 4 * d**2 + d
        layer.load_state_dict(saved.state_dict())
        torch.testing.assert_close(layer(x)[0], saved(x)[0])
        assert ((layer(x) - saved(x)).abs().amax(dim=-1)[1:] > 1e-5).all()

    with pytest.raises(ValueError, match="d_out must be divisible"):
        MultiHeadAttention(d, d, 6, 0.0, num_heads=5)


def test_blocks_of_the_future_are_skipped() -> None:
    """Torch alone, since no documentation says so: 0 × nan shows what is multiplied."""
    sdpa, mask = F.scaled_dot_product_attention, causal_mask(1100)
    Q, K, V = draw(0, 3, 1, 2, 1100, 16)
    torch.testing.assert_close(sdpa(Q, K, V, is_causal=True), sdpa(Q, K, V, mask))
    for block in (512, 1024):
        loud = V.clone()
        loud[..., block:, :] = torch.nan
        past = slice(block)
        assert sdpa(Q, K, loud, is_causal=True)[..., past, :].isfinite().all()
        for of in (
            sdpa(Q, K, loud, mask),
            sdpa(Q[0], K[0], loud[0], is_causal=True),  # three axes
            sdpa(Q, K, loud, is_causal=True, dropout_p=0.1),
            sdpa(Q, K, loud.repeat(1, 1, 1, 2), is_causal=True),  # two widths
        ):
            assert of[..., past, :].isnan().any(dim=-1).all()
        loud[..., block - 1, :] = torch.nan  # in the block before
        cut = sdpa(Q, K, loud, is_causal=True)[..., block - 512 : block, :]
        assert cut.isnan().all()
