"""What is behind the general sentences of docs/self-attention/trainable-weights.md."""

import torch

from attention import SelfAttentionV1, scaled_dot_product_attention
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_layer_projects_by_the_formula():
    says(
        "self-attention/trainable-weights",
        r"\[ \query{q_i} = x_i\, W_{\query{q}} \qquad \key{k_i} = x_i\, W_{\key{k}} \qquad \value{v_i} = x_i\, W_{\value{v}} \]",
    )
    says(
        "mistakes/notebook-that-lies",
        r"\[ \key{k_i} = x_i\, W \qquad i = 1, \dots, 6 \]",
    )
    torch.manual_seed(0)
    layer, x = SelfAttentionV1(3, 5).double(), draw(0, 7, 3)
    W_q, W_k, W_v = layer.W_query, layer.W_key, layer.W_value
    q, k, v = (torch.stack([x_i @ W for x_i in x]) for W in (W_q, W_k, W_v))
    contexts, _ = scaled_dot_product_attention(q, k, v)
    torch.testing.assert_close(layer(x), contexts)
