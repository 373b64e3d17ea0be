"""The formulas of *The course on one page* and of the sheet, as they are written."""

import math
from collections.abc import Iterable
from functools import partial

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


def check_formulas(between: bool) -> None:
    """Compute each formula sign by sign, and compare it with the package.

    ``between``: from a sequence Y to a sequence X; otherwise X is Y, and causal.
    """
    h, d_out, n, m = 3, 6, 4, 5
    d_k = d_out // h
    E, P, ids = _random(9, 5), _random(7, 5), torch.randint(9, (m,))
    X = E[ids] + P[:m]
    _same(X, add_positions(look_up(ids, E), P))
    if between:
        layer, Y, allowed = CrossAttention(5, d_out, 0.0, h), _random(n, 5), _mask(n, m)
    else:
        layer, Y = MultiHeadAttention(5, d_out, m, 0.0, h), X
        n, allowed = m, torch.ones(m, m).tril().bool()
    layer.double()
    with record_weights(layer) as recorded:
        result = layer(Y, X, mask=allowed) if between else layer(X)

    linears = layer.W_query, layer.W_key, layer.W_value, layer.out_proj
    W_Q, W_K, W_V, W_O = (linear.weight for linear in linears)
    M = torch.zeros(n, m).double().masked_fill(~allowed, -math.inf)
    Q, K, V = Y @ W_Q.T, X @ W_K.T, X @ W_V.T
    Z = []
    for head, (q, k, v) in enumerate(_heads(h, Q, K, V)):
        omega = torch.stack([torch.stack([q_i @ k_j for k_j in k]) for q_i in q])
        _same(omega, attention_scores(q, k))
        e = torch.exp(omega / math.sqrt(d_k) + M)
        alpha = torch.stack([e[i] / sum(e[i, j] for j in range(m)) for i in range(n)])
        A = torch.softmax(q @ k.T / math.sqrt(d_k) + M, dim=-1)  # by rows
        _same(recorded["attend"][head], alpha, A)
        z = torch.stack([sum(alpha[i, j] * v[j] for j in range(m)) for i in range(n)])
        _same(z, A @ v)
        Z.append(z)
        # The scores of q_i are its products with the keys, so by the chain rule:
        by_autograd = jacobian(partial(_weights, k, v, allowed), q)
        delta = torch.eye(m)
        for i, a in enumerate(alpha):
            slopes = a[:, None] * (delta - a) / math.sqrt(d_k)
            _same(by_autograd[i, :, i], slopes @ k)
    _same(result, torch.cat(Z, dim=-1) @ W_O.T + layer.out_proj.bias)


def _random(*shape: int) -> Tensor:
    return torch.randn(*shape, dtype=torch.float64)


def _mask(n: int, m: int) -> Tensor:
    """A random mask that lets each query attend to something."""
    allowed = torch.rand(n, m) < 0.6
    allowed[:, 0] = True
    return allowed


def _heads(h: int, *matrices: Tensor) -> Iterable[tuple[Tensor, ...]]:
    """The columns of each head."""
    return zip(*(matrix.chunk(h, dim=-1) for matrix in matrices), strict=True)


def _weights(k: Tensor, v: Tensor, allowed: Tensor, q: Tensor) -> Tensor:
    return scaled_dot_product_attention(q, k, v, allowed)[1]


def _same(*found: Tensor) -> None:
    first, *others = found
    for other in others:
        torch.testing.assert_close(first, other, rtol=1e-9, atol=1e-12)
