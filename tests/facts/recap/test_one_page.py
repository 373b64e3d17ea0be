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
    look_up,
    record_weights,
    scaled_dot_product_attention,
)
from tests.facts.draw import draw


@pytest.mark.parametrize("between", [False, True])
def test_formulas(between: bool):
    """Between: from a sequence Y to a sequence X; otherwise X is Y, and causal."""
    torch.manual_seed(0)
    h, d_out, m = 3, 6, 5
    d_k = d_out // h
    E, P, ids = draw(0, 9, 5), draw(1, 7, 5), torch.randint(9, (m,))
    X = E[ids] + P[:m]
    same(X, add_positions(look_up(ids, E), P))
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
