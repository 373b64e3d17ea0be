"""What is behind the general sentences of docs/multi-head/cross-attention.md."""

import pytest
import torch

from attention import (
    CrossAttention,
    MultiHeadAttention,
    causal_mask,
    inputs,
    record_weights,
    scaled_dot_product_attention,
    target_inputs,
    tokens,
)


def layer_of(seed: int, num_heads: int = 2) -> CrossAttention:
    torch.manual_seed(seed)
    return CrossAttention(3, 4, 0.0, num_heads).double()


@pytest.mark.parametrize("num_queries", [1, 4, 7])
@pytest.mark.parametrize("num_keys", [1, 4, 9])
def test_there_are_as_many_results_as_queries(num_queries: int, num_keys: int) -> None:
    target, source = (
        torch.rand(num_queries, 3).double(),
        torch.rand(num_keys, 3).double(),
    )
    layer = layer_of(0)
    with record_weights(layer) as weights:
        assert layer(target, source).shape == (num_queries, 4)
    assert weights["attend"].shape == (2, num_queries, num_keys)
    torch.testing.assert_close(
        weights["attend"].sum(dim=-1), torch.ones(2, num_queries).double()
    )


@pytest.mark.parametrize("seed", range(5))
def test_queries_of_one_and_keys_and_values_of_the_other(seed: int) -> None:
    layer = layer_of(seed, num_heads=1)
    Y, X = torch.randn(4, 3).double(), torch.randn(6, 3).double()
    linear = layer.W_query, layer.W_key, layer.W_value
    W_Q, W_K, W_V = (part.weight.T for part in linear)  # in × out
    Q, K, V = Y @ W_Q, X @ W_K, X @ W_V
    Z = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1) @ V
    torch.testing.assert_close(layer(Y, X), layer.out_proj(Z))


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_the_source_does_not_matter(seed: int) -> None:
    torch.manual_seed(seed)
    queries, keys = torch.randn(4, 3).double(), torch.randn(9, 3).double()
    values, order = torch.randn(9, 5).double(), torch.randperm(9)
    result, _ = scaled_dot_product_attention(queries, keys, values)
    moved, _ = scaled_dot_product_attention(queries, keys[order], values[order])
    torn, _ = scaled_dot_product_attention(queries, keys[order], values)
    torch.testing.assert_close(result, moved)
    assert not torch.allclose(result, torn, atol=1e-3)


@pytest.mark.parametrize("seed", range(5))
def test_positions_change_keys_and_values(seed: int) -> None:
    layer = layer_of(seed)
    source, places = torch.randn(6, 3).double(), torch.randn(6, 3).double()
    moved = source.roll(1, dims=0)
    for W in (layer.W_key, layer.W_value):
        back = W(moved + places).roll(-1, dims=0)
        assert not torch.isclose(W(source + places), back).all(dim=-1).any()


@pytest.mark.parametrize("d_source", [3, 4, 7])
@pytest.mark.parametrize("num_heads", [1, 2, 4])
def test_torchs_module_gives_the_same_output(d_source: int, num_heads: int) -> None:
    torch.manual_seed(0)
    ours = CrossAttention(4, 4, 0.0, num_heads, qkv_bias=True, d_source=d_source)
    theirs = torch.nn.MultiheadAttention(4, num_heads, kdim=d_source, vdim=d_source)
    parts = (ours.W_query, ours.W_key, ours.W_value)
    with torch.no_grad():
        if d_source == 4:  # then there is one stacked matrix
            theirs.in_proj_weight.copy_(torch.cat([part.weight for part in parts]))
        else:
            theirs.q_proj_weight.copy_(ours.W_query.weight)
            theirs.k_proj_weight.copy_(ours.W_key.weight)
            theirs.v_proj_weight.copy_(ours.W_value.weight)
        theirs.in_proj_bias.copy_(torch.cat([part.bias for part in parts]))
        theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
    target, source = torch.randn(5, 4), torch.randn(6, d_source)
    output, _ = theirs(target, source, source)
    torch.testing.assert_close(ours(target, source), output, atol=1e-5, rtol=0)


@pytest.mark.parametrize("num_heads", [1, 2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_self_attention_is_the_special_case(num_heads: int, seed: int) -> None:
    torch.manual_seed(seed)
    causal = MultiHeadAttention(3, 4, 6, 0.0, num_heads).double()
    cross = layer_of(seed, num_heads)
    cross.load_state_dict(causal.state_dict())
    x = torch.randn(6, 3).double()
    torch.testing.assert_close(cross(x, x, mask=causal_mask(6)), causal(x))
    same = torch.isclose(cross(x, x), causal(x)).all(dim=-1)
    assert same.tolist() == 5 * [False] + [True]


def test_each_german_word_is_nearest_to_the_word_that_it_translates() -> None:
    nearest = torch.cdist(target_inputs, inputs).argmin(dim=-1)
    assert [tokens[i] for i in nearest] == ["with", "one", "step", "starts"]


def test_there_are_matrices_that_tell_starts_from_journey() -> None:
    journey, starts = 1, 2
    assert torch.cosine_similarity(inputs[journey], inputs[starts], dim=0) > 0.999
    others = [0, 1, 3, 4, 5]
    query = torch.zeros(3).double()
    differences = inputs[starts].double() - inputs[others].double()
    for _ in range(20_000):  # the perceptron: it ends if there is such a query
        wrong = differences[(differences @ query).argmin()]
        if wrong @ query > 0:
            break
        query += wrong
    sharp = 10 / (differences @ query).min()
    beginnt = target_inputs[3].double()
    W_query = torch.outer(sharp * query, beginnt / beginnt.square().sum())
    scores = inputs.double() @ (W_query @ beginnt)
    assert torch.softmax(scores, dim=0)[starts] > 0.99
