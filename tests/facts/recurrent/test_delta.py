"""What docs/recurrent/delta.md says in general."""

import torch
from torch import Tensor

from attention import delta_rule
from tests.attention.expect import assert_close, random

TOKENS, D_K, D_V = 7, 5, 3


def given() -> tuple[Tensor, ...]:
    """Queries, keys, values, strengths from 0 to 2, log decays, a state."""
    q, k, v = random(TOKENS, 2 * D_K + D_V).split([D_K, D_K, D_V], -1)
    beta, logs = 2 * random(TOKENS, seed=1).sigmoid(), -random(TOKENS, seed=2).exp()
    return q, k, v, beta, logs, random(D_K, D_V, seed=3)


def test_the_formulas_of_a_step_and_of_a_gated_one():
    _, k, v, beta, logs, S = given()
    channels = -random(TOKENS, D_K, seed=4).exp()
    for each in (None, channels, logs[:, None].expand(-1, D_K)):
        _, found = delta_rule(k, k, v, beta, each, S)
        S_t = S
        for t in range(TOKENS):
            if each is not None:
                S_t = torch.diag(each[t].exp()) @ S_t
            S_t = S_t + beta[t] * torch.outer(k[t], v[t] - k[t] @ S_t)
        assert_close(found, S_t)
