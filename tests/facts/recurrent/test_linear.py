"""What docs/recurrent/linear.md says in general."""

import torch
from torch import Tensor

from attention import linear_attention, normalised_linear_attention
from tests.attention.expect import assert_close, random
from tests.facts.says import says

N, D, D_V = 11, 5, 7


def tokens() -> tuple[Tensor, Tensor, Tensor]:
    return random(N, D), random(N, D, seed=1), random(N, D_V, seed=2)


def test_the_formula_of_the_state():
    says(
        "recurrent/linear",
        r"\[ z_i = \sum_{j \le i} (q_i \cdot k_j) \, v_j = q_i \sum_{j \le i} k_j^\top v_j = q_i \, S_i, \qquad S_i = S_{i-1} + k_i^\top v_i \]",
    )
    q, k, v = tokens()
    S = [torch.zeros(D, D_V).double()]
    for i in range(N):
        S.append(S[-1] + k[i][:, None] @ v[i][None, :])
        total = sum((q[i] @ k[j]) * v[j] for j in range(i + 1))
        moved = q[i] @ sum(k[j][:, None] @ v[j][None, :] for j in range(i + 1))
        found = linear_attention(q, k, v)[0][i]
        for z_i in (total, moved, q[i] @ S[-1]):
            assert_close(found, z_i)


def test_the_formula_of_the_normaliser():
    says(
        "recurrent/linear",
        r"\[ z_i = \frac{\phi(q_i) \, S_i}{\phi(q_i) \cdot n_i}, \quad S_i = \sum_{j \le i} \phi(k_j)^\top v_j, \quad n_i = \sum_{j \le i} \phi(k_j), \quad \phi(x) = \mathrm{elu}(x) + 1 \]",
    )
    q, k, v = tokens()

    def phi(x: Tensor) -> Tensor:
        return torch.nn.functional.elu(x) + 1

    contexts, state = normalised_linear_attention(q, k, v)
    for i in range(N):
        S_i = sum(phi(k[j])[:, None] @ v[j][None, :] for j in range(i + 1))
        n_i = sum(phi(k[j]) for j in range(i + 1))
        assert_close(contexts[i], phi(q[i]) @ S_i / (phi(q[i]) @ n_i))
    assert_close(state, torch.cat([S_i, n_i[:, None]], dim=-1))
