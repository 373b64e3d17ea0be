"""What is behind the general sentences of docs/modern/grouped.md."""

import torch
from torch import Tensor
from torch.testing import assert_close

from attention import (
    GroupedQueryAttention,
    MultiHeadAttention,
    causal_mask,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
    to_grouped,
)
from tests.claims.draw import draw


def made(num_heads: int, num_kv_groups: int) -> GroupedQueryAttention:
    torch.manual_seed(0)
    sizes = (3, 2 * num_heads, 6, 0.0, num_heads, num_kv_groups)
    return GroupedQueryAttention(*sizes, qkv_bias=True).double()


def by_groups(layer: GroupedQueryAttention, x: Tensor, groups: list[int]) -> Tensor:
    """The layer's result if head h uses the keys and values of group groups[h]."""
    queries = split_heads(layer.W_query(x), layer.num_heads)
    keys, values = (
        split_heads(W(x), layer.num_kv_groups) for W in (layer.W_key, layer.W_value)
    )
    given = queries, keys[groups], values[groups]
    contexts, _ = scaled_dot_product_attention(*given, causal_mask(6))
    return layer.out_proj(merge_heads(contexts))


def test_head_h_uses_the_group_of_the_formula() -> None:
    for H, G in ((2, 1), (4, 2), (6, 3), (12, 4)):
        layer, x = made(H, G), draw(0, 6, 3)
        groups = [h // (H // G) for h in range(H)]
        assert_close(by_groups(layer, x, groups), layer(x))
        if (H, G) == (4, 2):
            assert groups == [0, 0, 1, 1]


@torch.no_grad()
def test_the_wrong_order_is_the_layer_with_two_heads_exchanged() -> None:
    layer, x = made(4, 2), draw(0, 6, 3)
    wrong = by_groups(layer, x, torch.arange(2).repeat(2).tolist())
    assert not torch.allclose(wrong, layer(x), atol=1e-3)
    order = torch.tensor([0, 1, 4, 5, 2, 3, 6, 7])  # heads 0, 2, 1, 3
    for parameter in layer.W_query.parameters():
        parameter.copy_(parameter[order])
    layer.out_proj.weight.copy_(layer.out_proj.weight[:, order])
    assert_close(layer(x), wrong)


def test_a_grouped_layer_as_multi_head_and_back() -> None:
    for num_heads, num_kv_groups in ((2, 1), (6, 2), (6, 3)):
        grouped, x = made(num_heads, num_kv_groups), draw(0, 6, 3)
        state = grouped.state_dict()
        for name in state:
            if name.startswith(("W_key", "W_value")):
                rows = state[name].unflatten(0, (num_kv_groups, 2))
                rows = rows.repeat_interleave(num_heads // num_kv_groups, dim=0)
                state[name] = rows.flatten(0, 1)
        multi = MultiHeadAttention(3, 2 * num_heads, 6, 0.0, num_heads, True).double()
        multi.load_state_dict(state)
        assert_close(multi(x), grouped(x))
        assert_close(to_grouped(multi, num_kv_groups)(x), multi(x))
