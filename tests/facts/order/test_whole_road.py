"""What is behind the general sentences of docs/order/whole-road.md."""

import torch

from attention import SelfAttentionV2, scaled_dot_product_attention
from attention.examples import W_key, W_query, W_value
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_matrices_are_stored_as_a_linear_layer_stores_them():
    says("self-attention/classes", r"\[ \query{Q} = X\, \query{W_Q}^{\top} \]")
    says(
        "order/whole-road",
        r"\[ \query{Q} = X\, \query{W_Q}^{\top} \qquad \key{K} = X\, \key{W_K}^{\top} \qquad \value{V} = X\, \value{W_V}^{\top} \]",
    )
    layer, X = SelfAttentionV2(3, 2), draw(0, 6, 3).float()
    saved = {"W_query": W_query, "W_key": W_key, "W_value": W_value}
    layer.load_state_dict({f"{name}.weight": W for name, W in saved.items()})
    Q = X @ W_query.T
    K = X @ W_key.T
    V = X @ W_value.T
    contexts, _ = scaled_dot_product_attention(Q, K, V)
    torch.testing.assert_close(layer(X), contexts)
