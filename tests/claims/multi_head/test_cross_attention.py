"""What is behind the general sentences of docs/multi-head/cross-attention.md."""

import torch

from attention import (
    CrossAttention,
    MultiHeadAttention,
    causal_mask,
    inputs,
    scaled_dot_product_attention,
    target_inputs,
)
from tests.claims.draw import draw


def test_queries_of_one_and_keys_and_values_of_the_other() -> None:
    torch.manual_seed(0)
    layer = CrossAttention(3, 5, 0.0, num_heads=1).double()
    Y, X = draw(0, 4, 3), draw(1, 7, 3)
    linear = layer.W_query, layer.W_key, layer.W_value
    W_Q, W_K, W_V = (part.weight.T for part in linear)  # in × out
    Q, K, V = Y @ W_Q, X @ W_K, X @ W_V
    Z = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1) @ V
    torch.testing.assert_close(layer(Y, X), layer.out_proj(Z))


def test_the_order_of_the_source_does_not_matter() -> None:
    for seed in range(5):
        queries, keys, values = (
            draw(seed, 4, 3),
            draw(seed + 50, 7, 3),
            draw(seed, 7, 5),
        )
        order = torch.randperm(7, generator=torch.Generator().manual_seed(seed))
        result, _ = scaled_dot_product_attention(queries, keys, values)
        moved, _ = scaled_dot_product_attention(queries, keys[order], values[order])
        torn, _ = scaled_dot_product_attention(queries, keys[order], values)
        torch.testing.assert_close(result, moved)
        assert not torch.allclose(result, torn, atol=1e-3)


def test_self_attention_is_the_special_case() -> None:
    for num_heads in (1, 2):
        torch.manual_seed(num_heads)
        cross = CrossAttention(3, 4, 0.0, num_heads).double()
        causal = MultiHeadAttention(3, 4, 6, 0.0, num_heads).double()
        cross.load_state_dict(causal.state_dict())
        x = draw(0, 6, 3)
        torch.testing.assert_close(cross(x, x, mask=causal_mask(6)), causal(x))
        same = torch.isclose(cross(x, x), causal(x)).all(dim=-1)
        assert same.tolist() == 5 * [False] + [True]


def test_there_are_matrices_that_tell_starts_from_journey() -> None:
    starts, others = 2, [0, 1, 3, 4, 5]
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
