"""What is behind the general sentences of docs/multi-head/split.md."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from attention import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    causal_mask,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)

SIZES = [(1, 1), (2, 1), (2, 2), (3, 5), (4, 8)]  # heads, width of a head


def layer_of(num_heads: int, head_dim: int, seed: int = 0) -> MultiHeadAttention:
    torch.manual_seed(seed)
    width = num_heads * head_dim
    return MultiHeadAttention(3, width, 9, 0.0, num_heads).double()


class Copies(TorchDispatchMode):
    """Counts the copies that operations make."""

    def __init__(self) -> None:
        super().__init__()
        self.clones = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.clones += func.overloadpacket is torch.ops.aten.clone
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("num_heads", [2, 12])
def test_three_products_for_the_heads(num_heads: int) -> None:
    layer = layer_of(num_heads, 2)
    x = torch.randn(5, 3).double()
    calls = []
    for W in (layer.W_query, layer.W_key, layer.W_value):
        W.register_forward_hook(lambda *_: calls.append(1))
        for h in range(num_heads):
            of_head = x @ W.weight[2 * h : 2 * h + 2].T
            torch.testing.assert_close(W(x)[:, 2 * h : 2 * h + 2], of_head)
    calls.clear()
    layer(x)
    assert len(calls) == 3
    assert sum(isinstance(part, nn.Linear) for part in layer.modules()) == 4


@pytest.mark.parametrize(("num_heads", "head_dim"), SIZES)
def test_d_out_is_the_width_of_all_heads(num_heads: int, head_dim: int) -> None:
    layer = layer_of(num_heads, head_dim)
    assert layer(torch.randn(4, 3).double()).shape == (4, num_heads * head_dim)


@given(
    st.permutations(range(3)),
    st.sampled_from([(24,), (4, 6), (6, 4), (2, 12), (2, 2, 6), (3, 2, 4), (4, 3, 2)]),
)
def test_view_shares_memory_or_raises(axes: list[int], shape: tuple[int, ...]) -> None:
    x = torch.arange(24).view(2, 3, 4).permute(axes)
    try:
        seen = x.view(shape)
    except RuntimeError:
        assert x.reshape(shape).data_ptr() != x.data_ptr()  # no strides would do
    else:
        assert seen.data_ptr() == x.data_ptr()
        assert torch.equal(seen, x.reshape(shape))


@pytest.mark.parametrize(("num_heads", "head_dim"), [(2, 2), (3, 5), (4, 8)])
def test_only_the_last_reshape_copies(num_heads: int, head_dim: int) -> None:
    x = torch.rand(6, num_heads * head_dim)
    pieces = x.view(6, num_heads, head_dim)
    split = pieces.transpose(0, 1)
    assert pieces.data_ptr() == split.data_ptr() == x.data_ptr()

    contexts = split.contiguous()
    back = contexts.transpose(0, 1)
    assert back.data_ptr() == contexts.data_ptr()
    with pytest.raises(RuntimeError, match="view size is not compatible"):
        back.view(x.shape)
    merged = back.reshape(x.shape)
    assert merged.data_ptr() != contexts.data_ptr()
    assert torch.equal(merged, back.contiguous().view(x.shape))
    assert contexts.reshape(-1).data_ptr() == contexts.data_ptr()  # here it can


def test_products_copy_what_was_split() -> None:
    def copies(batch: int, *, contiguous: bool) -> int:
        Q, K, V = (split_heads(torch.rand(batch, 6, 4), 2) for _ in range(3))
        if contiguous:
            Q, K, V = Q.contiguous(), K.mT.contiguous().mT, V.contiguous()
        with torch.no_grad(), Copies() as counted:
            torch.softmax(Q @ K.mT, dim=-1) @ V
        return counted.clones

    assert copies(1, contiguous=False) == 0
    assert copies(2, contiguous=False) == 3
    assert copies(2, contiguous=True) == 0


@pytest.mark.parametrize("seed", range(5))
def test_heads_are_a_batch_axis(seed: int) -> None:
    torch.manual_seed(seed)
    Q, K, V = torch.randn(3, 4, 6, 5).unbind()
    contexts, weights = scaled_dot_product_attention(Q, K, V, causal_mask(6))
    assert weights.shape == (4, 6, 6)
    for h in range(4):
        alone, own = scaled_dot_product_attention(Q[h], K[h], V[h], causal_mask(6))
        torch.testing.assert_close(contexts[h], alone)
        torch.testing.assert_close(weights[h], own)


@pytest.mark.parametrize("head_dim", [4, 16, 64])
@pytest.mark.parametrize("num_heads", [1, 3, 12])
def test_the_root_is_that_of_the_head(num_heads: int, head_dim: int) -> None:
    torch.manual_seed(0)
    Q, K = torch.randn(2, 600, num_heads * head_dim).unbind()
    scores = split_heads(Q, num_heads) @ split_heads(K, num_heads).mT
    assert abs((scores / head_dim**0.5).std().item() - 1) < 0.05


@pytest.mark.parametrize(("num_heads", "head_dim"), SIZES)
def test_out_proj_is_a_sum_over_heads(num_heads: int, head_dim: int) -> None:
    out_proj = layer_of(num_heads, head_dim).out_proj
    contexts = torch.randn(num_heads, 6, head_dim).double()
    summed = out_proj.bias + sum(
        contexts[h] @ out_proj.weight[:, h * head_dim : (h + 1) * head_dim].T
        for h in range(num_heads)
    )
    joined = torch.cat(list(contexts), dim=-1) @ out_proj.weight.T + out_proj.bias
    torch.testing.assert_close(joined, summed)
    torch.testing.assert_close(out_proj(merge_heads(contexts)), summed)
    assert (out_proj.weight != 0).all()  # each number depends on each head


@pytest.mark.parametrize("seed", range(5))
def test_the_wrapper_finds_a_forgotten_transpose(seed: int) -> None:
    torch.manual_seed(seed)
    wrapper = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
    x = torch.randn(6, 3)

    def product(name: str) -> Tensor:
        return x @ torch.cat([getattr(head, name).weight for head in wrapper.heads]).T

    results = []
    for split in (lambda t: split_heads(t, 2), lambda t: t.view(2, 6, 2)):
        Q, K, V = (split(product(name)) for name in ("W_query", "W_key", "W_value"))
        contexts, _ = scaled_dot_product_attention(Q, K, V, causal_mask(6))
        results.append(merge_heads(contexts))
    assert torch.allclose(results[0], wrapper(x), atol=1e-5)
    assert results[0].shape == results[1].shape
    assert not torch.allclose(results[1], wrapper(x), atol=1e-2)


@pytest.mark.parametrize("num_heads", [1, 2, 4])
@pytest.mark.parametrize("seed", range(5))
def test_the_first_row_is_its_value(num_heads: int, seed: int) -> None:
    layer = layer_of(num_heads, 4 // num_heads, seed)
    x = torch.randn(6, 3).double()
    torch.testing.assert_close(layer(x)[0], layer.out_proj(layer.W_value(x[0])))
    assert sum(p.numel() for p in layer.parameters()) == 56


@pytest.mark.parametrize("seed", range(5))
def test_later_rows_depend_on_the_heads(seed: int) -> None:
    torch.manual_seed(seed)
    x = torch.randn(6, 3).double()
    one, two = layer_of(1, 4, seed)(x), layer_of(2, 2, seed)(x)
    assert ((one - two).abs().amax(dim=-1) > 1e-9).tolist() == [False] + 5 * [True]
