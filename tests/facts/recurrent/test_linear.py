"""What docs/recurrent/linear.md says in general."""

import torch
from torch import Tensor

from attention import elu_plus_one, linear_attention, normalised_linear_attention
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


def test_a_match_stands_out_with_softmax_and_more_the_longer_the_query():
    says(
        "recurrent/linear",
        "With 64 features of standard deviation 1, a match among many therefore gets less than twice an equal share.",
    )
    for seed in range(50):
        keys = random(1024, 64, seed=seed)
        features = elu_plus_one(keys) @ elu_plus_one(keys[0])
        assert features[0] / features.sum() < 2 / 1024
        leads = []
        for longer in (0.8, 1.0, 1.2):
            keys[0] *= longer * 8 / keys[0].norm()
            exponentials = torch.exp(keys @ keys[0] / 8)
            leads.append(exponentials[0] / exponentials[1:].mean())
        assert leads[0] < leads[1] < leads[2]
        assert leads[1] > 1000
