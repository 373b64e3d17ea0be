"""What docs/recurrent/chunks.md says in general."""

import torch
from torch import Tensor

from attention import decay_mask, delta_rule
from tests.attention.expect import assert_close
from tests.facts.recurrent.test_delta import D_V, TOKENS, given
from tests.facts.says import says


def writes(D: Tensor, c: Tensor) -> Tensor:
    _, K, V, beta, _, S = given()
    U: list[Tensor] = []
    for i in range(TOKENS):
        before = (D[i, j] * (K[i] @ K[j]) * U[j] for j in range(i))
        U.append(beta[i] * (V[i] - c[i] * K[i] @ S - sum(before, torch.zeros(D_V))))
    return torch.stack(U)


def test_the_formula_of_the_writes_of_a_chunk():
    says(
        "recurrent/chunks",
        r"\[ u_i = \beta_i \Bigl( v_i - k_i S - \sum_{j < i} (k_i \cdot k_j)\, u_j \Bigr) \]",
        r"\[ \bigl( I + B \, \mathrm{tril}_{-1}(K K^\top) \bigr)\, U = B\,(V - K S) \]",
        r"\[ Z = Q S + \mathrm{tril}(Q K^\top)\, U \qquad S_\text{next} = S + K^\top U \]",
    )
    Q, K, V, beta, _, S = given()
    U = writes(torch.ones(TOKENS, TOKENS), torch.ones(TOKENS))
    B = torch.diag(beta)
    system = torch.eye(TOKENS) + B @ torch.tril(K @ K.T, -1)
    assert_close(system @ U, B @ (V - K @ S))
    contexts, state = delta_rule(Q, K, V, beta, state=S)
    assert_close(Q @ S + torch.tril(Q @ K.T) @ U, contexts)
    assert_close(S + K.T @ U, state)


def test_the_formula_of_the_writes_with_decays():
    says(
        "recurrent/chunks",
        r"\[ u_i = \beta_i \Bigl( v_i - c_i \, k_i S - \sum_{j < i} D_{ij} \, (k_i \cdot k_j)\, u_j \Bigr) \]",
    )
    Q, K, V, beta, logs, S = given()
    D, c = decay_mask(logs), logs.exp().cumprod(0)
    last = c[-1] * S + (D[-1, :, None] * K).T @ writes(D, c)
    assert_close(last, delta_rule(Q, K, V, beta, logs, S)[1])


def test_one_chunk_is_a_causal_matrix_of_weights():
    says(
        "recurrent/chunks",
        r"\(\mathrm{tril}(Q K^\top) \bigl( I + B \, \mathrm{tril}_{-1}(K K^\top) \bigr)^{-1} B\), which is causal like those of linear attention.",
    )
    Q, K, V, beta, _, _ = given()
    B = torch.diag(beta)
    system = torch.eye(TOKENS) + B @ torch.tril(K @ K.T, -1)
    weights = torch.tril(Q @ K.T) @ torch.linalg.inv(system) @ B
    assert_close(weights.triu(1), torch.zeros(TOKENS, TOKENS).double())
    assert_close(weights @ V, delta_rule(Q, K, V, beta)[0])
