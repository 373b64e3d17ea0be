"""What docs/recurrent/decay.md says in general."""

import torch

from attention import decayed_attention
from tests.attention.expect import assert_close, random
from tests.facts.says import says

N, D, D_V = 11, 5, 7


def test_the_formulas_of_a_fading_state_and_of_its_mask():
    says(
        "recurrent/decay",
        r"\[ S_i = a_i \, S_{i-1} + k_i^\top v_i, \qquad z_i = q_i \, S_i \]",
        r"\[ z_i = \sum_{j \le i} D_{ij} \, (q_i \cdot k_j) \, v_j, \qquad D_{ij} = a_{j+1} \cdots a_i \]",
    )
    q, k, v = random(N, D), random(N, D, seed=1), random(N, D_V, seed=2)
    a = random(N, seed=3).sigmoid()
    contexts, last = decayed_attention(q, k, v, a.log())
    S_i = torch.zeros(D, D_V).double()
    for i in range(N):
        S_i = a[i] * S_i + k[i][:, None] @ v[i][None, :]
        assert_close(contexts[i], q[i] @ S_i)
        D_i = [a[j + 1 : i + 1].prod() for j in range(i + 1)]
        z_i = sum(D_i[j] * (q[i] @ k[j]) * v[j] for j in range(i + 1))
        assert_close(contexts[i], z_i)
    assert_close(last, S_i)


def test_writing_before_forgetting_decays_each_value_by_its_own_token():
    says(
        "recurrent/decay",
        "If decays differ from token to token, each value is multiplied by its own token's decay.",
    )
    q, k, v = random(N, D), random(N, D, seed=1), random(N, D_V, seed=2)
    a = random(N, seed=3).sigmoid()
    state, late = torch.zeros(D, D_V).double(), []
    for t in range(N):
        state = a[t] * (state + torch.outer(k[t], v[t]))
        late.append(q[t] @ state)
    expected, _ = decayed_attention(q, k, a[:, None] * v, a.log())
    assert_close(torch.stack(late), expected)
