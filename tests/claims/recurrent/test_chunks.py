"""What docs/recurrent/chunks.md says in general."""

import torch
import torch.nn.functional as F
from torch import Tensor

from attention import decay_mask, delta_rule, delta_rule_in_chunks
from tests.attention.expect import assert_close
from tests.claims.recurrent.test_delta import D_V, TOKENS, given


def test_the_formula_of_the_writes_of_a_chunk():
    Q, K, V, beta, _, S = given()
    U: list[Tensor] = []
    for i in range(TOKENS):
        earlier = sum(((K[i] @ K[j]) * U[j] for j in range(i)), torch.zeros(D_V))
        U.append(beta[i] * (V[i] - K[i] @ S - earlier))
    rows = torch.stack(U)
    B = torch.diag(beta)
    system = torch.eye(TOKENS) + B @ torch.tril(K @ K.T, -1)
    assert_close(system @ rows, B @ (V - K @ S))
    contexts, state = delta_rule(Q, K, V, beta, state=S)
    assert_close(Q @ S + torch.tril(Q @ K.T) @ rows, contexts)
    assert_close(S + K.T @ rows, state)


def test_the_formula_of_the_writes_with_decays():
    Q, K, V, beta, logs, S = given()
    D, c = decay_mask(logs), logs.exp().cumprod(0)
    U: list[Tensor] = []
    for i in range(TOKENS):
        earlier = sum(
            (D[i, j] * (K[i] @ K[j]) * U[j] for j in range(i)), torch.zeros(D_V)
        )
        U.append(beta[i] * (V[i] - c[i] * K[i] @ S - earlier))
    last = c[-1] * S + (D[-1, :, None] * K).T @ torch.stack(U)
    assert_close(last, delta_rule(Q, K, V, beta, logs, S)[1])


def test_one_chunk_is_a_causal_matrix_of_weights():
    Q, K, V, beta, _, _ = given()
    B = torch.diag(beta)
    system = torch.eye(TOKENS) + B @ torch.tril(K @ K.T, -1)
    weights = torch.tril(Q @ K.T) @ torch.linalg.inv(system) @ B
    assert_close(weights.triu(1), torch.zeros(TOKENS, TOKENS).double())
    assert_close(weights @ V, delta_rule(Q, K, V, beta)[0])


def test_padding_leaves_the_state():
    _, K, V, beta, logs, S = given()
    _, state = delta_rule(K, K, V, beta, logs, S)
    padded = [F.pad(x, (0, 0, 0, 3)) for x in (K, K, V)]
    padded += [F.pad(x, (0, 3)) for x in (beta, logs)]
    for rule in (delta_rule, delta_rule_in_chunks):
        assert_close(rule(*padded, S)[1], state)
