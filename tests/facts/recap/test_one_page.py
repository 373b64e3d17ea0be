"""What is behind the sentences of docs/recap/one-page.md, and the sheet's formulas."""

import math
from functools import partial

import pytest
import torch
from torch import Tensor
from torch.autograd.functional import jacobian

from attention import (
    CrossAttention,
    MultiHeadAttention,
    add_positions,
    attention_scores,
    record_weights,
    scaled_dot_product_attention,
)
from tests.facts.draw import draw
from tests.facts.says import says


@pytest.mark.parametrize("between", [False, True])
def test_formulas(between: bool):
    """Between: from a sequence Y to a sequence X; otherwise X is Y, and causal."""
    says(
        "multi-head/side-by-side",
        r"\[ \context{Z_h} = \operatorname{softmax}\!\left(\frac{\query{Q_h} \key{K_h^\top}}{\sqrt{d_\text{head}}} + M\right) \value{V_h} \qquad \context{Z} = \bigl[\,\context{Z_0} \;\; \context{Z_1}\,\bigr] \]",
    )
    says(
        "multi-head/cross-attention",
        r"\[ \query{Q} = Y\, \query{W_Q} \qquad \key{K} = X\, \key{W_K} \qquad \value{V} = X\, \value{W_V} \qquad \context{Z} = \operatorname{softmax}\!\left(\frac{\query{Q}\, \key{K}^\top}{\sqrt{d_k}}\right) \value{V} \]",
    )
    says(
        "recap/one-page",
        r"\(X = E_{\text{ids}} + P\)",
        r"\(\query{Q} = X\query{W_Q^\top}\), \(\key{K} = X\key{W_K^\top}\), \(\value{V} = X\value{W_V^\top}\)",
        r"\(\score{\omega_{ij}} = \query{q_i} \cdot \key{k_j}\)",
        r"\(\context{z_i} = \sum_j \weight{\alpha_{ij}}\, \value{v_j}\)",
        r"\[ \context{Z} = \underbrace{\operatorname{softmax}\!\left(\frac{\query{Q}\key{K^\top}}{\sqrt{d_k}} + M\right)}_{\weight{A}} \value{V} \qquad \weight{\alpha_{ij}} = \frac{\exp\!\left(\score{\omega_{ij}}/\sqrt{d_k} + M_{ij}\right)}{\sum_{l} \exp\!\left(\score{\omega_{il}}/\sqrt{d_k} + M_{il}\right)} \]",
        r"\[ \operatorname{MultiHead}(X) = [\context{Z_1}, \ldots, \context{Z_h}]\, W_O^\top + b_O \]",
        r"\[ \query{Q} = Y\query{W_Q^\top} \qquad \key{K} = X\key{W_K^\top} \qquad \value{V} = X\value{W_V^\top} \]",
        r"The gradient reaches \(\query{W_Q}\) and \(\key{W_K}\) through the derivative of the weights with respect to the scores, \(\partial \weight{\alpha_i} / \partial \score{\omega_j} = \weight{\alpha_i}(\delta_{ij} - \weight{\alpha_j}) / \sqrt{d_k}\).",
    )
    says(
        "recap/sheet",
        r"\(X = E_{\text{ids}} + P\)",
        r"\(\query{Q} = X\query{W_Q^\top}\), \(\;\key{K} = X\key{W_K^\top}\), \(\;\value{V} = X\value{W_V^\top}\)",
        r"\(\weight{A} = \operatorname{softmax}(\score{\query{Q}\key{K^\top}} / \sqrt{d_k} + M)\) by rows",
        r"\(\context{Z} = \weight{A}\,\value{V}\), \(\;\context{z_i} = \sum_j \weight{\alpha_{ij}} \value{v_j}\)",
        r"\(\query{Q} = Y\query{W_Q^\top}\), keys and values from \(X\)",
        r"\(\partial \weight{\alpha_i} / \partial \score{\omega_j} = \weight{\alpha_i}(\delta_{ij} - \weight{\alpha_j}) / \sqrt{d_k}\)",
        r"\([\context{Z_1}, \ldots, \context{Z_h}]\,W_O^\top + b_O\), \(\;d_k = d_{\text{out}} / h\)",
        r"Jacobian, \(\score{\omega_j} = \query{q} \cdot \key{k_j}\)",
    )
    torch.manual_seed(0)
    h, d_out, m = 3, 6, 5
    d_k = d_out // h
    E, P, ids = draw(0, 9, 5), draw(1, 7, 5), torch.randint(9, (m,))
    X = E[ids] + P[:m]
    same(X, add_positions(E[ids], P))
    if between:
        layer, Y, allowed = (
            CrossAttention(5, d_out, 0.0, h),
            draw(2, 4, 5),
            draw(3, 4, m) > 0,
        )
        allowed[:, 0] = True  # each query may attend to something
    else:
        layer, Y = MultiHeadAttention(5, d_out, m, 0.0, h), X
        allowed = torch.ones(m, m).tril().bool()
    layer.double()
    with record_weights(layer) as recorded:
        result = layer(Y, X, mask=allowed) if between else layer(X)

    linears = layer.W_query, layer.W_key, layer.W_value, layer.out_proj
    W_Q, W_K, W_V, W_O = (linear.weight for linear in linears)
    b_O, n = layer.out_proj.bias, len(Y)
    M = torch.zeros(n, m).double().masked_fill(~allowed, -math.inf)
    Q, K, V = Y @ W_Q.T, X @ W_K.T, X @ W_V.T
    Z = []
    heads = zip(*(matrix.chunk(h, dim=-1) for matrix in (Q, K, V)), strict=True)
    for head, (q, k, v) in enumerate(heads):
        omega = torch.stack([torch.stack([q_i @ k_j for k_j in k]) for q_i in q])
        same(omega, attention_scores(q, k))
        e = torch.exp(omega / math.sqrt(d_k) + M)
        alpha = torch.stack([e[i] / sum(e[i, j] for j in range(m)) for i in range(n)])
        A = torch.softmax(q @ k.T / math.sqrt(d_k) + M, dim=-1)  # by rows
        same(recorded["attend"][head], alpha, A)
        z = torch.stack([sum(alpha[i, j] * v[j] for j in range(m)) for i in range(n)])
        same(z, A @ v)
        Z.append(z)
        # The scores of q_i are its products with the keys, so by the chain rule:
        weights = partial(weights_of, keys=k, values=v, allowed=allowed)
        by_autograd = jacobian(weights, q)
        delta = torch.eye(m)
        for i, a in enumerate(alpha):
            slopes = a[:, None] * (delta - a) / math.sqrt(d_k)
            same(by_autograd[i, :, i], slopes @ k)
    same(result, torch.cat(Z, dim=-1) @ W_O.T + b_O)


def weights_of(
    queries: Tensor, keys: Tensor, values: Tensor, allowed: Tensor
) -> Tensor:
    return scaled_dot_product_attention(queries, keys, values, allowed)[1]


def same(first: Tensor, *others: Tensor) -> None:
    for other in others:
        torch.testing.assert_close(first, other, rtol=1e-9, atol=1e-12)
