"""What is behind the formula of docs/practice/multi-head.md."""

import torch

from attention import MultiHeadAttention, causal_mask, to_additive
from tests.facts.draw import draw
from tests.facts.says import says


def test_a_layer_is_a_sum_over_its_heads():
    says(
        "multi-head/split",
        r"\[ \bigl[\,\context{Z_0} \;\; \context{Z_1}\,\bigr]\, W_O^{\top} + b = \context{Z_0} W_{O,0}^{\top} + \context{Z_1} W_{O,1}^{\top} + b \]",
    )
    says(
        "practice/multi-head",
        r"\[ \context{Z} = \sum_h \operatorname{softmax}\!\left(\frac{X\, \query{W_{Q,h}}^{\top} \key{W_{K,h}}\, X^{\top}}{\sqrt{d_\text{head}}} + M\right) X\, \value{W_{V,h}}^{\top} W_{O,h}^{\top} + b \]",
    )
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
