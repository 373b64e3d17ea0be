"""What is behind the general sentences of docs/multi-head/gpt2-size.md."""

import pytest
import torch
import torch.nn.functional as F
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    MultiHeadAttention,
    causal_mask,
    merge_heads,
    record_weights,
    split_heads,
)
from tests.claims.draw import draw


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


def test_the_cause_of_the_smaller_spread() -> None:
    torch.manual_seed(0)
    layer, x = MultiHeadAttention(768, 64, 500, 0.0, 1), torch.randn(500, 768)
    queries, keys = layer.W_query(x), layer.W_key(x)
    assert abs(queries.std() - 3**-0.5) < 0.02
    assert abs((queries @ keys.T / 64**0.5).std() - 1 / 3) < 0.03
    cured = (queries / queries.std()) @ (keys / keys.std()).T / 64**0.5
    assert abs(cured.std() - 1) < 0.06  # the cause taken away


def test_only_rounding_separates_our_layer_from_sdpa() -> None:
    torch.manual_seed(0)
    layer, x = MultiHeadAttention(768, 768, 64, 0.0, 12), torch.randn(2, 16, 768)
    apart = {}
    for dtype in (torch.float32, torch.float64):
        layer, x = layer.to(dtype), x.to(dtype)
        linear = layer.W_query, layer.W_key, layer.W_value
        Q, K, V = (split_heads(W(x), 12) for W in linear)
        contexts = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
        apart[dtype] = (layer(x) - layer.out_proj(merge_heads(contexts))).abs().max()
    assert 0 < apart[torch.float32] < 1e-5
    assert apart[torch.float64] < 1e-13  # finer rounding, and the difference goes


def test_torchs_module_without_our_biases() -> None:
    torch.manual_seed(0)
    bare = torch.nn.MultiheadAttention(8, 2, bias=False)
    assert not any("bias" in name for name, _ in bare.named_parameters())
    theirs = torch.nn.MultiheadAttention(8, 2, batch_first=True).double()
    ours = MultiHeadAttention(8, 8, 6, 0.0, 2, qkv_bias=False).double()
    linear = ours.W_query, ours.W_key, ours.W_value
    theirs.in_proj_weight.data = torch.cat([part.weight for part in linear])
    theirs.in_proj_bias.data.zero_()
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
    x = draw(0, 2, 6, 8)
    output, _ = theirs(x, x, x, attn_mask=~causal_mask(6))
    torch.testing.assert_close(ours(x), output)


def test_the_weights_are_kept_for_the_gradients() -> None:
    for batch, heads, tokens in ((1, 1, 1), (2, 4, 16), (3, 2, 5)):
        layer, x = (
            MultiHeadAttention(8, 8, 16, 0.0, heads),
            torch.rand(batch, tokens, 8),
        )
        kept: list[torch.Tensor] = []
        with (
            record_weights(layer) as recorded,
            saved_tensors_hooks(lambda t, kept=kept: kept.append(t) or t, lambda t: t),
        ):
            layer(x)
        (weights,) = recorded.values()
        assert weights.numel() == batch * heads * tokens**2
        assert any(torch.equal(t.flatten(), weights.flatten()) for t in kept)


def test_multiply_adds() -> None:
    for d in (48, 768, 8196):
        for T in (1, 96, 1536):
            with torch.device("meta"):
                layer, x = MultiHeadAttention(d, d, T, 0.0, 12), torch.empty(1, T, d)
            with FlopCounterMode(display=False) as counter:
                layer(x)
            total = counter.get_total_flops() // 2
            assert total == 4 * T * d**2 + 2 * T**2 * d
            share = 4 * T * d**2 / total
            assert share == pytest.approx(2 * d / (2 * d + T))
            assert (share == 0.5) == (2 * d == T)


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
