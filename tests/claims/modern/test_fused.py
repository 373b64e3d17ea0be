"""What is behind the general sentences of docs/modern/fused.md."""

import warnings

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.bias import causal_lower_right

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

SDPA = F.scaled_dot_product_attention
SIZES = [(6, 2, 3), (12, 1, 5), (20, 5, 7), (32, 4, 1)]  # d, heads, tokens


def draw(seed: int, *shape: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def forms(layer: MultiHeadAttention, x: Tensor) -> dict[str, Tensor]:
    """What five other forms with the weights of a layer return."""
    d, heads, num_tokens = x.shape[-1], layer.num_heads, x.shape[-2]
    projections = (layer.W_query, layer.W_key, layer.W_value)
    weight = torch.cat([p.weight for p in projections])
    bias = torch.cat([p.bias for p in projections])

    queries, keys, values = (split_heads(p(x), heads) for p in projections)
    call = merge_heads(SDPA(queries, keys, values, is_causal=True))

    wrapper = MultiHeadAttentionWrapper(d, d // heads, 99, 0.0, heads, True).double()
    for name in ("W_query", "W_key", "W_value"):
        for h, head in enumerate(wrapper.heads):
            for kind in ("weight", "bias"):
                whole = getattr(getattr(layer, name), kind)
                getattr(getattr(head, name), kind).data = whole.chunk(heads)[h]

    of_heads = (x @ weight.T + bias).unflatten(-1, (3, heads, d // heads))
    scores = torch.einsum("bihd,bjhd->bhij", *of_heads[:, :, :2].unbind(2))
    hidden = (scores / (d // heads) ** 0.5).masked_fill(
        ~causal_mask(num_tokens), -torch.inf
    )
    weights = hidden.softmax(dim=-1)
    by_hand = torch.einsum("bhij,bjhd->bihd", weights, of_heads[:, :, 2]).flatten(-2)

    theirs = nn.MultiheadAttention(d, heads, batch_first=True).double()
    theirs.in_proj_weight.data, theirs.in_proj_bias.data = weight, bias
    theirs.out_proj.load_state_dict(layer.out_proj.state_dict())
    module, _ = theirs(x, x, x, attn_mask=~causal_mask(num_tokens), need_weights=False)

    fused = FusedMultiHeadAttention(d, d, 99, 0.0, heads, True).double()
    fused.load_state_dict(layer.state_dict())
    counts = [sum(p.numel() for p in m.parameters()) for m in (layer, theirs, fused)]
    extra = sum(p.numel() for p in layer.out_proj.parameters())
    counts.append(sum(p.numel() for p in wrapper.parameters()) + extra)
    counts.append(weight.numel() + bias.numel() + extra)
    assert len(set(counts)) == 1
    return {
        "call": layer.out_proj(call),
        "wrapper": layer.out_proj(wrapper(x)),
        "by hand": layer.out_proj(by_hand),
        "module": module,
        "fused": fused(x),
    }


@pytest.mark.parametrize(("d", "heads", "num_tokens"), SIZES)
def test_six_forms_are_equal(d: int, heads: int, num_tokens: int) -> None:
    for seed in range(5):
        layer = MultiHeadAttention(d, d, 99, 0.0, heads, qkv_bias=True).double()
        for n, parameter in enumerate(layer.parameters()):
            parameter.data = draw(100 * seed + n, *parameter.shape) / 2
        x = draw(seed, 2, num_tokens, d)
        expected = layer(x)
        for name, found in forms(layer, x).items():
            torch.testing.assert_close(
                found, expected, rtol=0, atol=1e-11, msg=f"{name}, {seed}"
            )


def test_without_biases_the_number_of_parameters_differs() -> None:
    ours = MultiHeadAttention(8, 8, 9, 0.0, 2)
    for bias in (False, True):
        theirs = nn.MultiheadAttention(8, 2, bias=bias)
        counts = [sum(p.numel() for p in m.parameters()) for m in (ours, theirs)]
        assert counts[0] != counts[1]


@pytest.mark.parametrize("seed", range(3))
def test_scores_are_rounded_by_ours_and_not_by_sdpa(seed: int) -> None:
    given = [draw(3 * seed + n, 1, 2, 130, 8).bfloat16() for n in range(3)]
    given[0], given[1] = 10 * given[0], 10 * given[1]
    mask, fused = causal_mask(130), SDPA(*given, is_causal=True).float()
    ours, _ = scaled_dot_product_attention(*given, mask)
    exact, _ = scaled_dot_product_attention(*(t.float() for t in given), mask)
    assert (ours.float() - fused).abs().max() > 0.1
    scores = scaled_attention_scores(given[0].float(), given[1].float())
    scores = scores.masked_fill(~mask, -torch.inf)  # not rounded; all else is
    narrow = scores.softmax(-1).bfloat16() @ given[2]
    torch.testing.assert_close(narrow.float(), fused, rtol=0.02, atol=0.02)
    torch.testing.assert_close(fused, exact, rtol=0.01, atol=0.01)


def test_a_sum_of_finite_values_overflows() -> None:
    zeros, values = torch.zeros(1, 1, 2, 4), torch.full((1, 1, 2, 4), 3e38)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        assert SDPA(zeros, zeros, values).isposinf().all()
        one = SDPA(zeros[..., :1, :], zeros[..., :1, :], values[..., :1, :])
        assert one.isfinite().all()
    with sdpa_kernel(SDPBackend.MATH):
        torch.testing.assert_close(SDPA(zeros, zeros, values), values)
    torch.testing.assert_close(
        scaled_dot_product_attention(zeros, zeros, values)[0], values
    )


def test_an_inverted_mask_is_wrong_and_raises_nothing() -> None:
    for seed in range(5):
        x = draw(seed, 2, 5, 8)
        theirs = nn.MultiheadAttention(8, 2, batch_first=True).double()
        right, _ = theirs(x, x, x, attn_mask=~causal_mask(5))
        torch.testing.assert_close(right[:, :1], theirs(x[:, :1], *(x[:, :1],) * 2)[0])
        wrong, _ = theirs(x, x, x, attn_mask=causal_mask(5))
        assert not torch.allclose(right, wrong)
        expected, _ = scaled_dot_product_attention(x, x, x, causal_mask(5))
        torch.testing.assert_close(SDPA(x, x, x, causal_mask(5)), expected)
        assert not torch.allclose(SDPA(x, x, x, ~causal_mask(5)), expected)


def kept(length: int, *, fused: bool, dropout: float = 0.0) -> list[int]:
    """How many numbers each tensor has that is kept for the backward pass."""
    given = [draw(n, 1, 3, length, 16).requires_grad_() for n in range(3)]
    sizes: dict[int, int] = {}

    def keep(tensor: Tensor) -> Tensor:
        sizes[tensor.untyped_storage().data_ptr()] = tensor.numel()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        if fused:
            out = SDPA(*given, dropout_p=dropout, is_causal=True)
        else:
            out = scaled_dot_product_attention(*given, causal_mask(length))
    assert out is not None
    return list(sizes.values())


def test_what_is_kept() -> None:
    for length in (32, 64, 200):
        assert 3 * length**2 in kept(length, fused=False)
        each = kept(length, fused=True)
        assert sorted(each) == [3 * length, *[3 * length * 16] * 4]
        assert 3 * length**2 in kept(length, fused=True, dropout=0.1)
        q, k, v = (draw(n, 1, 3, length, 16) for n in range(3))
        with sdpa_kernel(SDPBackend.MATH):
            one = SDPA(q, k, v, is_causal=True)
        chosen = SDPA(q, k, v, is_causal=True)
        torch.testing.assert_close(one, chosen)
        assert not torch.equal(one, chosen)  # which was computed in another way
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert torch.equal(SDPA(q, k, v, is_causal=True), chosen)
            with pytest.raises(RuntimeError, match="No available kernel"):
                SDPA(q, k, v, dropout_p=0.1, is_causal=True)
            for given in ((q[0], k[0], v[0]), (q, k, v[..., :8])):
                with pytest.raises(RuntimeError, match="No available kernel"):
                    SDPA(*given, is_causal=True)


def test_the_number_that_is_kept_is_the_log_sum_exp() -> None:
    q, k, v = (draw(n, 1, 3, 20, 8).requires_grad_() for n in range(3))
    found: list[Tensor] = []
    with torch.autograd.graph.saved_tensors_hooks(
        lambda tensor: found.append(tensor) or tensor, lambda tensor: tensor
    ):
        SDPA(q, k, v, is_causal=True)
    (log_sums,) = (tensor for tensor in found if tensor.shape == (1, 3, 20))
    scores = (q @ k.mT / 8**0.5).masked_fill(~causal_mask(20), -torch.inf)
    torch.testing.assert_close(log_sums, scores.logsumexp(-1))


@pytest.mark.parametrize("num_keys", [2, 3, 6, 17])
def test_corners(num_keys: int) -> None:
    keys, values = draw(0, 1, 2, num_keys, 4), draw(1, 1, 2, num_keys, 5)
    for num_queries in range(1, num_keys + 1):
        queries = draw(num_queries, 1, 2, num_queries, 4)
        flag = SDPA(queries, keys, values, is_causal=True)
        first = torch.ones(num_queries, num_keys).tril().bool()
        expected, _ = scaled_dot_product_attention(queries, keys, values, first)
        torch.testing.assert_close(flag, expected)
        mask = causal_mask(num_queries, num_keys)
        ends = SDPA(queries, keys, values, causal_lower_right(num_queries, num_keys))
        torch.testing.assert_close(ends, SDPA(queries, keys, values, mask))
        assert torch.allclose(flag, ends) == (num_queries == num_keys)


@pytest.mark.parametrize("num_keys", [1, 2, 7])
def test_scores_of_minus_infinity(num_keys: int) -> None:
    queries = torch.full((1, 1, 1, 1), 1e20)
    keys, values = -queries.expand(1, 1, num_keys, 1), torch.ones(1, 1, num_keys, 1)
    assert scaled_dot_product_attention(queries, keys, values)[0].isnan().all()
    assert (SDPA(queries, keys, values) == 0).all()
    nothing = torch.zeros(1, num_keys, dtype=torch.bool)
    assert (SDPA(queries, -keys / 1e20, values, nothing) == 0).all()


def test_state_dicts_fit_both_ways() -> None:
    plain = MultiHeadAttention(6, 6, 9, 0.0, 2)
    fused = FusedMultiHeadAttention(6, 6, 9, 0.0, 2)
    fused.load_state_dict(plain.state_dict())
    plain.load_state_dict(fused.state_dict())
    x = draw(0, 1, 2, 3, 4)
    assert isinstance(SDPA(x, x, x), Tensor)
