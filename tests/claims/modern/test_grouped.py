"""What is behind the general sentences of docs/modern/grouped.md."""

import pytest
import torch
import torch.nn.functional as F

from attention import (
    GroupedQueryAttention,
    MultiHeadAttention,
    causal_mask,
    fit,
    load_trained,
    merge_heads,
    record_weights,
    scaled_dot_product_attention,
    split_heads,
    story_ids,
    to_grouped,
)

SIZES = [(2, 1), (4, 2), (6, 2), (6, 3), (12, 4)]  # heads and groups
sizes = pytest.mark.parametrize(("num_heads", "num_kv_groups"), SIZES)


def made(num_heads: int, num_kv_groups: int, seed: int = 0) -> GroupedQueryAttention:
    torch.manual_seed(seed)
    layer = GroupedQueryAttention(
        3, 2 * num_heads, 6, 0.0, num_heads, num_kv_groups, qkv_bias=True
    )
    return layer.double()


def words(seed: int = 0) -> torch.Tensor:
    return torch.randn(6, 3, generator=torch.Generator().manual_seed(seed)).double()


def by_hand(
    layer: GroupedQueryAttention, keys: torch.Tensor, values: torch.Tensor
) -> torch.Tensor:
    queries = split_heads(layer.W_query(words()), layer.num_heads)
    contexts, _ = scaled_dot_product_attention(queries, keys, values, causal_mask(6))
    return layer.out_proj(merge_heads(contexts))


@sizes
def test_the_lines_are_those_of_the_layer(num_heads: int, num_kv_groups: int) -> None:
    layer = made(num_heads, num_kv_groups)
    assert len(layer.W_key.weight) == 2 * num_kv_groups
    kept = [
        split_heads(w(words()), num_kv_groups) for w in (layer.W_key, layer.W_value)
    ]
    keys, values = (t.repeat_interleave(num_heads // num_kv_groups, 0) for t in kept)
    torch.testing.assert_close(by_hand(layer, keys, values), layer(words()))
    H, G = num_heads, num_kv_groups
    groups = [h // (H // G) for h in range(H)]
    chosen = [part[groups] for part in kept]
    torch.testing.assert_close(by_hand(layer, *chosen), layer(words()))
    if (H, G) == (4, 2):
        assert groups == [0, 0, 1, 1]


@pytest.mark.parametrize("num_heads", [1, 2, 3, 8])
@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float64, torch.float16, torch.bfloat16]
)
def test_as_many_groups_as_heads(num_heads: int, dtype: torch.dtype) -> None:
    for seed in range(12):
        torch.manual_seed(seed)
        head_dim, num_tokens = (int(torch.randint(1, n, ())) for n in (65, 200))
        sizes = (3, head_dim * num_heads, 200, 0.0, num_heads)
        multi = MultiHeadAttention(*sizes, qkv_bias=True).to(dtype)
        layer = GroupedQueryAttention(*sizes, num_heads, qkv_bias=True).to(dtype)
        layer.load_state_dict(multi.state_dict())
        x = torch.randn(num_tokens, 3).to(dtype)
        assert torch.equal(layer(x), multi(x))


def test_the_wrong_order_is_the_layer_with_two_heads_exchanged() -> None:
    for seed in range(5):
        layer = made(4, 2, seed)
        kept = [split_heads(w(words()), 2) for w in (layer.W_key, layer.W_value)]
        keys, values = (tensor.repeat(2, 1, 1) for tensor in kept)
        assert keys.shape == kept[0].repeat_interleave(2, 0).shape
        wrong = by_hand(layer, keys, values)
        assert not torch.allclose(wrong, layer(words()), atol=1e-3)
        order = torch.tensor([0, 1, 4, 5, 2, 3, 6, 7])  # heads 0, 2, 1, 3
        with torch.no_grad():
            for parameter in layer.W_query.parameters():
                parameter.copy_(parameter[order])
            layer.out_proj.weight.copy_(layer.out_proj.weight[:, order])
        torch.testing.assert_close(layer(words()), wrong)


@sizes
def test_torch_lends_groups_and_broadcasts_one(
    num_heads: int, num_kv_groups: int
) -> None:
    q, k, v = (torch.randn(2, n, 6, 5) for n in (num_heads, *2 * [num_kv_groups]))
    repeated = [t.repeat_interleave(num_heads // num_kv_groups, 1) for t in (k, v)]
    expected = F.scaled_dot_product_attention(q, *repeated)
    found = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    torch.testing.assert_close(found, expected)
    if num_kv_groups == 1:
        found = F.scaled_dot_product_attention(q, k, v)
        torch.testing.assert_close(found, expected)
    else:
        with pytest.raises(RuntimeError, match="must match"):
            F.scaled_dot_product_attention(q, k, v)


@sizes
def test_scores_are_as_many_and_keys_are_fewer(
    num_heads: int, num_kv_groups: int
) -> None:
    counts = []
    for groups in (num_kv_groups, num_heads):
        layer = made(num_heads, groups)
        with record_weights(layer) as weights:
            layer(words())
        counts.append((weights["attend"].numel(), layer.W_key(words()).numel()))
    (fewer, kept), (all_heads, everything) = counts
    assert fewer == all_heads == num_heads * 36
    assert kept * num_heads == everything * num_kv_groups


@pytest.mark.parametrize("seed", range(4))
def test_averages_are_a_better_start_than_random_matrices(seed: int) -> None:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    windows = story_ids.unfold(0, 25, 1)
    for fresh in (False, True):
        generator = torch.Generator().manual_seed(seed)
        chosen = torch.randint(len(windows), (30, 32), generator=generator)
        model = load_trained("story")
        layer = to_grouped(model.blocks[0].attention, num_kv_groups=1)
        model.blocks[0].attention = layer
        if fresh:
            for linear in (layer.W_key, layer.W_value):
                std = linear.weight.std().item()
                torch.nn.init.normal_(linear.weight, std=std, generator=generator)
        batches = ((windows[c, :-1], windows[c, 1:]) for c in chosen)
        fit(model, batches, learning_rate=0.005)
        with torch.no_grad():
            found = model(windows[:, :-1]).argmax(dim=-1) == windows[:, 1:]
        assert (found[:, 12:].sum() > 5200) == (not fresh)
    torch.set_num_threads(threads)


@sizes
def test_a_grouped_layer_as_multi_head_and_back(
    num_heads: int, num_kv_groups: int
) -> None:
    for seed in range(3):
        grouped = made(num_heads, num_kv_groups, seed)
        state = grouped.state_dict()
        for name in state:
            if name.startswith(("W_key", "W_value")):
                rows = state[name].unflatten(0, (num_kv_groups, 2))
                rows = rows.repeat_interleave(num_heads // num_kv_groups, dim=0)
                state[name] = rows.flatten(0, 1)
        multi = MultiHeadAttention(3, 2 * num_heads, 6, 0.0, num_heads, True).double()
        multi.load_state_dict(state)
        x = words(seed)
        torch.testing.assert_close(multi(x), grouped(x))
        torch.testing.assert_close(to_grouped(multi, num_kv_groups)(x), multi(x))
