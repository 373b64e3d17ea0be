"""What is behind the general sentences of docs/multi-head/side-by-side.md."""

import pytest
import torch
from torch import nn

from attention import (
    CausalAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    causal_mask,
    scaled_dot_product_attention,
)


@pytest.mark.parametrize(("d_head", "seed"), [(1, 0), (2, 1), (5, 2)])
def test_two_heads_as_the_formula_has_them(d_head: int, seed: int) -> None:
    torch.manual_seed(seed)
    layer, x = (
        MultiHeadAttentionWrapper(3, d_head, 6, 0.0, num_heads=2),
        torch.randn(6, 3),
    )
    M = torch.full((6, 6), -torch.inf).triu(diagonal=1)
    Z = [
        torch.softmax(head.W_query(x) @ head.W_key(x).T / d_head**0.5 + M, dim=-1)
        @ head.W_value(x)
        for head in layer.heads
    ]
    torch.testing.assert_close(layer(x), torch.cat([Z[0], Z[1]], dim=-1))


@pytest.mark.parametrize("seed", range(5))
def test_equal_weights_do_not_tell_values_apart(seed: int) -> None:
    torch.manual_seed(seed)
    first, second = torch.randn(2, 3).unbind()
    both = torch.stack([first, second])
    same_keys = torch.ones(2, 3)
    one, weights = scaled_dot_product_attention(same_keys, same_keys, both)
    other, _ = scaled_dot_product_attention(same_keys, same_keys, both.flip(0))
    assert torch.equal(weights, torch.full((2, 2), 0.5))
    torch.testing.assert_close(one, other)
    kept, exchanged = torch.cat([first, second]), torch.cat([second, first])
    assert not torch.allclose(kept, exchanged)


def test_a_plain_list_hides_its_modules() -> None:
    def holding(container: type) -> nn.Module:
        layer = nn.Module()
        layer.heads = container([CausalAttention(3, 2, 6, 0.0) for _ in range(2)])
        return layer.to(torch.float64)

    registered, hidden = holding(nn.ModuleList), holding(list)
    assert len(list(registered.parameters())) == len(registered.state_dict()) == 6
    assert registered.heads[0].W_query.weight.dtype == torch.float64
    assert not list(hidden.parameters())
    assert not hidden.state_dict()
    assert hidden.heads[0].W_query.weight.dtype == torch.float32
    assert not isinstance(registered.heads, list)
    assert list(registered.heads[1:]) == [registered.heads[-1]]


@pytest.mark.parametrize("seed", range(5))
def test_equal_matrices_make_equal_heads(seed: int) -> None:
    torch.manual_seed(seed)
    layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
    x = torch.randn(2, 6, 3)
    assert not torch.allclose(layer(x)[..., :2], layer(x)[..., 2:], atol=1e-3)
    layer.heads[1].load_state_dict(layer.heads[0].state_dict())
    assert torch.equal(layer(x)[..., :2], layer(x)[..., 2:])
    for head in layer.heads:  # each drawn from the start: they do not differ
        torch.manual_seed(seed)
        head.load_state_dict(CausalAttention(3, 2, 6, 0.0).state_dict())
    assert torch.equal(layer(x)[..., :2], layer(x)[..., 2:])


def test_the_weights_of_this_layer_are_nearly_even() -> None:
    from attention import inputs, record_weights

    torch.manual_seed(123)
    layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
    with record_weights(layer) as weights:
        layer(inputs)
    for of_head in weights.values():
        even = causal_mask(6) / causal_mask(6).sum(dim=-1, keepdim=True)
        assert (of_head - even).abs().max() < 0.07


@pytest.mark.parametrize("num_heads", [2, 5])
@pytest.mark.parametrize("seed", range(3))
def test_a_loss_on_one_head_moves_that_head_alone(num_heads: int, seed: int) -> None:
    torch.manual_seed(seed)
    layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads, qkv_bias=True)
    layer(torch.randn(6, 3))[:, 2:4].square().sum().backward()  # of head 1
    for number, head in enumerate(layer.heads):
        for W in (head.W_query, head.W_key, head.W_value):
            assert bool(W.weight.grad.any()) == (number == 1)
    owners = [id(p) for head in layer.heads for p in head.parameters()]
    assert len(set(owners)) == len(owners) == 6 * num_heads


@pytest.mark.parametrize("num_heads", [1, 2, 3])
@pytest.mark.parametrize("d_out", [6, 12])
def test_what_d_out_means(num_heads: int, d_out: int) -> None:
    x = torch.rand(4, d_out)
    wrapper = MultiHeadAttentionWrapper(d_out, d_out, 6, 0.0, num_heads)
    split = MultiHeadAttention(d_out, d_out, 6, 0.0, num_heads)
    theirs = nn.MultiheadAttention(d_out, num_heads)
    assert wrapper(x).shape == (4, num_heads * d_out)
    assert split(x).shape == theirs(x, x, x)[0].shape == (4, d_out)


@pytest.mark.parametrize("num_heads", [1, 2, 4, 8])
def test_a_width_divided_among_heads(num_heads: int) -> None:
    layer = MultiHeadAttentionWrapper(8, 8 // num_heads, 6, 0.0, num_heads)
    x = torch.rand(6, 8)
    assert layer(x).shape == x.shape
    assert layer.heads[0](x).shape[-1] == 8 / num_heads


def test_two_narrow_heads_train_as_much_as_one_wide() -> None:
    one = CausalAttention(3, 2, 6, 0.0)
    two = MultiHeadAttentionWrapper(3, 1, 6, 0.0, num_heads=2)
    for layer in (one, two):
        assert sum(p.numel() for p in layer.parameters()) == 18
    assert [head(torch.rand(6, 3)).shape for head in two.heads] == [(6, 1), (6, 1)]
