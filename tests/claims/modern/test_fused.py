"""What is behind the general sentences of docs/modern/fused.md.

What torch's function does is tested where it may surprise, or may change: its corners,
its overflow, what it keeps, and which implementation runs.
"""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.bias import causal_lower_right
from torch.testing import assert_close

from attention import (
    FusedMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    causal_mask,
    merge_heads,
    scaled_attention_scores,
    scaled_dot_product_attention,
    split_heads,
)
from tests.claims.draw import draw
from tests.claims.modern.counted import kept

SDPA = F.scaled_dot_product_attention


def forms(layer: MultiHeadAttention, x: Tensor) -> list[Tensor]:
    """What five other forms with the weights of a layer return."""
    d, heads, mask = x.shape[-1], layer.num_heads, causal_mask(x.shape[-2])
    projections = (layer.W_query, layer.W_key, layer.W_value)
    weight = torch.cat([p.weight for p in projections])
    bias = torch.cat([p.bias for p in projections])

    call = SDPA(*(split_heads(p(x), heads) for p in projections), is_causal=True)

    wrapper = MultiHeadAttentionWrapper(d, d // heads, 99, 0.0, heads, True).double()
    wrapper.load_state_dict(
        {
            f"heads.{h}.{name}": rows
            for name, whole in layer.state_dict().items()
            if name.startswith("W_")
            for h, rows in enumerate(whole.chunk(heads))
        }
    )

    of_heads = (x @ weight.T + bias).unflatten(-1, (3, heads, d // heads))
    queries, keys, values = of_heads.unbind(dim=-3)
    scores = torch.einsum("bihd,bjhd->bhij", queries, keys) / (d // heads) ** 0.5
    weights = scores.masked_fill(~mask, -torch.inf).softmax(dim=-1)
    by_hand = torch.einsum("bhij,bjhd->bihd", weights, values).flatten(-2)

    theirs = nn.MultiheadAttention(d, heads, batch_first=True).double()
    theirs.in_proj_weight.data, theirs.in_proj_bias.data = weight, bias
    theirs.out_proj.load_state_dict(layer.out_proj.state_dict())
    module, _ = theirs(x, x, x, attn_mask=~mask, need_weights=False)

    fused = FusedMultiHeadAttention(d, d, 99, 0.0, heads, True).double()
    fused.load_state_dict(layer.state_dict())
    before = (merge_heads(call), wrapper(x), by_hand)
    return [*(layer.out_proj(contexts) for contexts in before), module, fused(x)]


def test_six_forms_are_equal() -> None:
    for d, heads, num_tokens in ((12, 1, 5), (20, 5, 7), (32, 4, 1)):
        layer = MultiHeadAttention(d, d, 99, 0.0, heads, qkv_bias=True).double()
        for n, parameter in enumerate(layer.parameters()):
            parameter.data = draw(n, *parameter.shape) / 2
        x = draw(99, 2, num_tokens, d)
        for found in forms(layer, x):
            assert_close(found, layer(x), rtol=0, atol=1e-11)


def test_scores_are_rounded_by_ours_and_not_by_sdpa() -> None:
    q, k, v = (n * draw(n, 1, 2, 130, 8).bfloat16() for n in (10, 11, 1))
    mask = causal_mask(130)
    fused = SDPA(q, k, v, is_causal=True).float()
    ours, _ = scaled_dot_product_attention(q, k, v, mask)
    assert (ours.float() - fused).abs().max() > 0.1
    scores = scaled_attention_scores(q.float(), k.float())
    scores = scores.masked_fill(~mask, -torch.inf)  # not rounded; all else is
    narrow = scores.softmax(-1).bfloat16() @ v
    assert_close(narrow.float(), fused, rtol=0.02, atol=0.02)
    exact, _ = scaled_dot_product_attention(q.float(), k.float(), v.float(), mask)
    assert_close(fused, exact, rtol=0.01, atol=0.01)


def test_a_sum_of_finite_values_overflows() -> None:
    zeros, values = torch.zeros(1, 1, 2, 4), torch.full((1, 1, 2, 4), 3e38)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        assert SDPA(zeros, zeros, values).isposinf().all()
        one = SDPA(zeros[..., :1, :], zeros[..., :1, :], values[..., :1, :])
        assert one.isfinite().all()
    with sdpa_kernel(SDPBackend.MATH):
        assert_close(SDPA(zeros, zeros, values), values)
    assert_close(scaled_dot_product_attention(zeros, zeros, values)[0], values)


@pytest.mark.filterwarnings("ignore")  # why there is no kernel
def test_what_is_kept() -> None:
    for length in (32, 200):
        given = draw(0, 3, 1, 3, length, 16).unbind()
        plain = kept(lambda *qkv: scaled_dot_product_attention(*qkv)[0], *given)
        assert 3 * length**2 in [tensor.numel() for tensor in plain]
        each = kept(lambda *qkv: SDPA(*qkv, is_causal=True), *given)
        log_sums, *vectors = sorted(each, key=lambda tensor: tensor.numel())
        assert [tensor.numel() for tensor in vectors] == [3 * length * 16] * 4
        scores = scaled_attention_scores(*given[:2])
        scores = scores.masked_fill(~causal_mask(length), -torch.inf)
        assert_close(log_sums, scores.logsumexp(-1))
        dropped = kept(lambda *qkv: SDPA(*qkv, dropout_p=0.1, is_causal=True), *given)
        assert 3 * length**2 in [tensor.numel() for tensor in dropped]
    q, k, v = given
    chosen = SDPA(q, k, v, is_causal=True)
    with sdpa_kernel(SDPBackend.MATH):
        assert not torch.equal(SDPA(q, k, v, is_causal=True), chosen)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        assert torch.equal(SDPA(q, k, v, is_causal=True), chosen)
        with pytest.raises(RuntimeError, match="No available kernel"):
            SDPA(q, k, v, dropout_p=0.1, is_causal=True)
        for refused in ((q[0], k[0], v[0]), (q, k, v[..., :8])):
            with pytest.raises(RuntimeError, match="No available kernel"):
                SDPA(*refused, is_causal=True)


def test_corners() -> None:
    for num_keys in (2, 3, 7):
        queries, keys, values = draw(num_keys, 3, 1, 1, num_keys, 5)
        whole = SDPA(queries, keys, values, is_causal=True)
        for new in range(1, num_keys + 1):
            last = queries[..., -new:, :]
            flag = SDPA(last, keys, values, is_causal=True)
            first = torch.ones(new, num_keys).tril().bool()
            assert_close(flag, SDPA(last, keys, values, first))
            assert_close(flag[..., 0, :], values[..., 0, :])
            ends = SDPA(last, keys, values, causal_lower_right(new, num_keys))
            assert_close(ends, SDPA(last, keys, values, causal_mask(num_keys)[-new:]))
            assert_close(ends, whole[..., -new:, :])
            assert torch.allclose(flag, ends) == (new == num_keys)
            without = SDPA(last, keys, values)  # right for the last token alone
            same = torch.isclose(without, ends).all(dim=-1).flatten()
            assert same.tolist() == [False] * (new - 1) + [True]


def test_scores_of_minus_infinity() -> None:
    for num_keys in (1, 7):
        query = torch.full((1, 1, 1, 1), 1e20)
        keys, values = -query.expand(1, 1, num_keys, 1), torch.ones(1, 1, num_keys, 1)
        assert scaled_dot_product_attention(query, keys, values)[0].isnan().all()
        assert (SDPA(query, keys, values) == 0).all()
        nothing = torch.zeros(1, num_keys, dtype=torch.bool)
        assert (SDPA(query, -keys / 1e20, values, nothing) == 0).all()
