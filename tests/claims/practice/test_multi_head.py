"""What is behind the formula and general sentences of docs/practice/multi-head.md."""

import pytest
import torch

from attention import MultiHeadAttention, causal_mask, to_additive


@pytest.mark.parametrize(("heads", "width"), [(1, 4), (2, 2), (3, 5)])
def test_a_layer_is_a_sum_over_its_heads(heads: int, width: int) -> None:
    torch.manual_seed(0)
    layer = MultiHeadAttention(3, heads * width, 6, 0.0, num_heads=heads).double()
    X = torch.randn(6, 3, dtype=torch.float64)
    M = to_additive(causal_mask(6), torch.float64)
    three = (layer.W_query, layer.W_key, layer.W_value)
    Z = layer.out_proj.bias
    for h in range(heads):
        rows = slice(h * width, (h + 1) * width)
        W_Q, W_K, W_V = (W.weight[rows] for W in three)
        W_O = layer.out_proj.weight[:, rows]
        weights = torch.softmax(X @ W_Q.T @ W_K @ X.T / width**0.5 + M, dim=-1)
        Z = Z + weights @ X @ W_V.T @ W_O.T
    torch.testing.assert_close(Z, layer(X))
