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


@pytest.mark.parametrize("num_heads", [1, 2, 4, 12])
@pytest.mark.parametrize("context_length", [6, 30])
def test_heads_and_context_are_not_in_the_weights(
    num_heads: int, context_length: int
) -> None:
    torch.manual_seed(0)
    saved = MultiHeadAttention(24, 24, 6, 0.0, num_heads=3)
    layer = MultiHeadAttention(24, 24, context_length, 0.0, num_heads)
    d, count = 24, sum(p.numel() for p in layer.parameters())
    assert count == 3 * d**2 + (d**2 + d) == 4 * d**2 + d
    qkv = (layer.W_query, layer.W_key, layer.W_value)
    assert sum(part.weight.numel() for part in qkv) == 3 * d**2
    layer.load_state_dict(saved.state_dict())
    x = torch.randn(6, 24)
    torch.testing.assert_close(layer(x)[0], saved(x)[0])
    assert ((layer(x) - saved(x)).abs().amax(dim=-1)[1:] > 1e-5).all()


@pytest.mark.parametrize("num_heads", range(1, 25))
def test_numbers_of_heads_that_do_not_divide(num_heads: int) -> None:
    if 24 % num_heads:
        with pytest.raises(ValueError, match="d_out must be divisible"):
            MultiHeadAttention(24, 24, 6, 0.0, num_heads)
    else:
        MultiHeadAttention(24, 24, 6, 0.0, num_heads)


@pytest.mark.parametrize("kind", ["normal", "uniform", "sign"])
def test_the_spread_of_a_dot_product(kind: str) -> None:
    torch.manual_seed(0)
    shape = (2, 800, 64)
    queries, keys = {
        "normal": torch.randn(shape),
        "uniform": (2 * torch.rand(shape) - 1) * 3**0.5,
        "sign": torch.randn(shape).sign(),
    }[kind].unbind()
    assert abs((queries @ keys.T).std().item() / 8 - 1) < 0.03


@pytest.mark.parametrize("width", [64, 256, 768])
def test_the_cause_of_the_smaller_spread(width: int) -> None:
    torch.manual_seed(0)
    queries, keys = (
        torch.nn.Linear(width, 64)(torch.randn(500, width)).detach() for _ in range(2)
    )
    spread = (queries @ keys.T / 64**0.5).std().item()
    assert abs(spread - 1 / 3) < 0.04
    cured = (queries / queries.std()) @ (keys / keys.std()).T / 64**0.5
    assert abs(cured.std().item() - 1) < 0.06  # take the cause away


@pytest.mark.parametrize("seed", range(3))
def test_only_rounding_separates_our_layer_from_sdpa(seed: int) -> None:
    torch.manual_seed(seed)
    layer, x = MultiHeadAttention(768, 768, 64, 0.0, 12), torch.randn(2, 16, 768)
    apart = {}
    for dtype in (torch.float32, torch.float64):
        layer, x = layer.to(dtype), x.to(dtype)
        Q, K, V = (
            split_heads(W(x), 12) for W in (layer.W_query, layer.W_key, layer.W_value)
        )
        contexts = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
        apart[dtype] = (layer(x) - layer.out_proj(merge_heads(contexts))).abs().max()
    assert 0 < apart[torch.float32] < 1e-5
    assert apart[torch.float64] < 1e-13  # finer rounding, and the difference goes


@pytest.mark.parametrize("num_heads", [1, 2, 4])
def test_torchs_module_without_our_biases(num_heads: int) -> None:
    torch.manual_seed(0)
    bare = torch.nn.MultiheadAttention(8, num_heads, bias=False)
    assert [name for name, _ in bare.named_parameters() if "bias" in name] == []
    theirs = torch.nn.MultiheadAttention(8, num_heads, batch_first=True)
    ours = MultiHeadAttention(8, 8, 6, 0.0, num_heads, qkv_bias=False)
    torch.nn.init.normal_(ours.out_proj.bias)
    parts = (ours.W_query, ours.W_key, ours.W_value)
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([part.weight for part in parts]))
        theirs.in_proj_bias.zero_()
        theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
    x = torch.randn(2, 6, 8)
    output, _ = theirs(x, x, x, attn_mask=~causal_mask(6))
    torch.testing.assert_close(ours(x), output, atol=1e-5, rtol=0)


@pytest.mark.parametrize("seed", range(3))
def test_batch_first_forgotten(seed: int) -> None:
    torch.manual_seed(seed)
    theirs = torch.nn.MultiheadAttention(8, 2)
    x = torch.randn(3, 5, 8, requires_grad=True)  # batch, tokens, features
    theirs(x, x, x)[0][0].sum().backward()  # of the first sequence
    assert (x.grad[1:] != 0).any(dim=-1).all()


@pytest.mark.parametrize(
    ("batch", "heads", "tokens"), [(1, 1, 1), (2, 4, 16), (3, 2, 5)]
)
def test_the_weights_are_kept_for_the_gradients(
    batch: int, heads: int, tokens: int
) -> None:
    layer, x = MultiHeadAttention(8, 8, 16, 0.0, heads), torch.randn(batch, tokens, 8)
    kept: list[torch.Tensor] = []
    with (
        record_weights(layer) as recorded,
        saved_tensors_hooks(lambda t: kept.append(t) or t, lambda t: t),
    ):
        layer(x)
    (weights,) = recorded.values()
    assert weights.numel() == batch * heads * tokens**2
    assert any(torch.equal(t.reshape(-1), weights.reshape(-1)) for t in kept)


@pytest.mark.parametrize("d", [48, 768, 8196])
@pytest.mark.parametrize("T", [1, 96, 1024, 1536])
def test_multiply_adds(d: int, T: int) -> None:
    with torch.device("meta"):
        layer, x = MultiHeadAttention(d, d, T, 0.0, 12), torch.empty(1, T, d)
    with FlopCounterMode(display=False) as counter:
        layer(x)
    total = counter.get_total_flops() // 2
    assert total == 4 * T * d**2 + 2 * T**2 * d
    projections = 4 * T * d**2
    assert projections / total == pytest.approx(2 * d / (2 * d + T))
    assert (projections == total - projections) == (2 * d == T)


def test_blocks_of_the_future_are_skipped() -> None:
    torch.manual_seed(0)
    sdpa, mask = F.scaled_dot_product_attention, causal_mask(1100)
    Q, K, V = torch.randn(3, 1, 2, 1100, 16).unbind()
    same = sdpa(Q, K, V, is_causal=True), sdpa(Q, K, V, mask)
    torch.testing.assert_close(*same, atol=1e-5, rtol=0)
    for block in (512, 1024):
        loud = V.clone()
        loud[..., block:, :] = torch.nan  # 0 × nan shows what is multiplied
        past = slice(block)
        assert sdpa(Q, K, loud, is_causal=True)[..., past, :].isfinite().all()
        assert sdpa(Q, K, loud, mask)[..., past, :].isnan().all()
        for of in (
            sdpa(Q[0], K[0], loud[0], is_causal=True),  # three axes
            sdpa(Q, K, loud, is_causal=True, dropout_p=0.1),
            sdpa(Q, K, loud.repeat(1, 1, 1, 2), is_causal=True),  # two widths
        ):
            assert of[..., past, :].isnan().any(dim=-1).all()
        loud[..., block - 1, :] = torch.nan  # in the block before
        cut = sdpa(Q, K, loud, is_causal=True)[..., block - 512 : block, :]
        assert cut.isnan().all()
