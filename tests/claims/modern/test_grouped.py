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
from tests.claims.quotes import cited, tested

cited(
    "In grouped-query attention, the heads are divided into groups, and the heads in a "
    "group share their keys and values (Ainslie et al., 2023, section 2.2).",
    source="Ainslie et al. (2023), GQA, section 2.2: divides query heads into G "
    "groups, each of which shares a single key head and value head",
)
cited(
    "A single group for all the heads is multi-query attention (Shazeer, 2019, "
    "abstract).",
    source="Shazeer (2019), Fast Transformer Decoding, abstract: keys and values are "
    "shared across all of the different attention heads",
)
cited(
    "Llama 3 8B has 32 layers with 32 heads each, every head 128 wide, in 8 groups "
    "(see its params.json).",
    "The number of groups is called n_kv_heads there, and num_key_value_heads in "
    "transformers.",
    source="Meta-Llama-3-8B, params.json: dim 4096, n_layers 32, n_heads 32, "
    "n_kv_heads 8; its config.json in transformers: num_key_value_heads 8, "
    "max_position_embeddings 8192",
)
cited(
    "Ainslie et al. average the key and value matrices of the heads in each group "
    "(section 2.2), then train further, with 5% of the compute of the original "
    "training (abstract).",
    source="Ainslie et al. (2023), GQA, section 2.2: each group's head is built by "
    "mean-pooling all the original heads within that group (section 2.1 has the "
    "conversion to a single head); abstract: using 5% of original pre-training compute",
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


@tested(
    "With \\(H\\) heads in \\(G\\) groups, head \\(h\\), counted from 0, uses the keys "
    "and values of group h // (H // G).",
    "So with four heads in two groups, heads 0 and 1 use group 0, and heads 2 and 3 "
    "use group 1.",
    "W_key and W_value have fewer rows, because they make keys and values for two "
    "groups instead of four heads.",
    "After that, repeat_interleave copies the keys and values of each group for its "
    "two heads, and the rest is multi-head attention:",
)
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


@tested(
    "With as many groups as heads, nothing is shared, and the layer is multi-head "
    "attention, to the last bit.",
    "It can even load the state dict of MultiHeadAttention:",
)
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


@tested(
    "repeat and repeat_interleave return the same shape, but with two groups of two "
    "heads, only the second keeps the heads of a group next to each other:",
    "Heads 1 and 2 have each other's group.",
    "A model trained like this from the start could do just as well, because it is the "
    "same layer with heads 1 and 2 swapped.",
)
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


@tested(
    "F.scaled_dot_product_attention can share keys and values between heads itself:",
    "If you forget enable_gqa=True, one group still works, because it broadcasts over "
    "the heads.",
    "Two groups for four heads do not:",
)
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


@tested(
    "There are as many scores as before, because each head still has its own queries.",
    "Fewer groups mean a smaller cache, but just as many scores to compute.",
)
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


@tested(
    "After thirty training steps, more than 5,200 words are right again.",
    "Starting from random matrices for keys and values, thirty steps are not enough:",
)
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


@tested(
    "For every grouped layer there is a multi-head layer that computes the same "
    "function.",
    "The rows of each group are copied once for each of its heads.",
    "So grouped attention is multi-head attention with a restriction: the heads in a "
    "group have equal keys and values.",
    "If these are already equal in a multi-head layer, averaging changes nothing, up "
    "to rounding.",
)
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
