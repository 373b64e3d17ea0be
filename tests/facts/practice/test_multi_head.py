"""What is behind the formula of docs/practice/multi-head.md."""

import torch

from attention import MultiHeadAttention, causal_mask, to_additive
from tests.facts.draw import draw


def test_a_layer_is_a_sum_over_its_heads():
    torch.manual_seed(0)
    heads, d_head = 3, 5
    layer = MultiHeadAttention(7, heads * d_head, 6, 0.0, num_heads=heads).double()
    X = draw(0, 6, 7)
    M = to_additive(causal_mask(6), torch.float64)
    three = (layer.W_query, layer.W_key, layer.W_value)
    Z = layer.out_proj.bias
    for h in range(heads):
        rows = slice(h * d_head, (h + 1) * d_head)
        W_Q, W_K, W_V = (W.weight[rows] for W in three)
        W_O = layer.out_proj.weight[:, rows]
        weights = torch.softmax(X @ W_Q.T @ W_K @ X.T / d_head**0.5 + M, dim=-1)
        Z = Z + weights @ X @ W_V.T @ W_O.T
    torch.testing.assert_close(Z, layer(X))
