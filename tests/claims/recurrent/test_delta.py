"""What docs/recurrent/delta.md says in general."""

import torch
import torch.nn.functional as F
from torch import Tensor

from attention import delta_rule, linear_attention
from tests.attention.expect import assert_close, random

TOKENS, D_K, D_V = 7, 5, 3


def given(seed: int = 0) -> tuple[Tensor, ...]:
    """Queries, keys, values, strengths from 0 to 2, log decays, a state."""
    q, k, v = random(TOKENS, 2 * D_K + D_V, seed=seed).split([D_K, D_K, D_V], -1)
    beta, logs = 2 * random(TOKENS, seed=1).sigmoid(), -random(TOKENS, seed=2).exp()
    return q, k, v, beta, logs, random(D_K, D_V, seed=3)


def test_the_formula_of_a_step():
    _, k, v, beta, _, S = given()
    for t in range(TOKENS):
        step = slice(t, t + 1)
        _, found = delta_rule(k[step], k[step], v[step], beta[step], state=S)
        S = S + beta[t] * torch.outer(k[t], v[t] - k[t] @ S)
        assert_close(found, S)


def test_the_formula_of_the_loss_and_its_step():
    _, k, v, beta, _, S = given()

    def L(S: Tensor) -> Tensor:
        return 1 / 2 * (k[0] @ S - v[0]).norm() ** 2

    _, found = delta_rule(k[:1], k[:1], v[:1], beta[:1], state=S)
    assert_close(found, S - beta[0] * torch.func.grad(L)(S))


def test_the_formula_of_the_error():
    for seed in range(50):
        _, k, v, beta, _, S = (x[:1] if x.dim() < 3 else x for x in given(seed))
        S = random(D_K, D_V, seed=seed)
        k = k * (0.2 + 0.04 * seed)
        squared = float(beta * k.norm() ** 2)
        _, after = delta_rule(k, k, v, beta, state=S)
        before, error = v - k @ S, v - k @ after
        assert_close(error, (1 - squared) * before)
        assert (error.norm() < before.norm()) == (0 < squared < 2)
        unit, share = F.normalize(k, dim=-1), beta / 2
        _, after = delta_rule(unit, unit, v, share, state=S)
        assert (v - unit @ after).norm() <= (v - unit @ S).norm()


def test_the_formula_of_a_gated_step():
    _, k, v, beta, _, S = given()
    logs = -random(TOKENS, D_K, seed=4).exp()
    for each in (logs, logs[:, :1].expand(-1, D_K)):
        _, found = delta_rule(k, k, v, beta, each, S)
        expected = S
        for t in range(TOKENS):
            decayed = torch.diag(each[t].exp()) @ expected
            error = v[t] - k[t] @ decayed
            expected = decayed + beta[t] * torch.outer(k[t], error)
        assert_close(found, expected)


def test_an_error_computed_before_the_decay_leaves_another_reading():
    _, k, v, _, _, S = given()
    unit, one = F.normalize(k[:1], dim=-1), torch.ones(1).double()
    for decay in (1.0, 0.5, 0.1):
        logs = one * torch.tensor(decay).log()
        _, found = delta_rule(unit, unit, v[:1], one, logs, S)
        assert_close(unit @ found, v[:1])
        early = decay * S + unit.T @ (v[:1] - unit @ S)
        assert ((unit @ early - v[:1]).abs().max() > 0.1) == (decay < 1)


def test_a_correction_reaches_other_keys_by_their_product():
    ada, ben = torch.tensor([[1, 0], [0.28, 0.96]], dtype=torch.float64)
    assert_close((ada @ ben).item(), 0.28)
    S, v, one = random(2, 3), random(1, 3, seed=1), torch.ones(1).double()
    _, after = delta_rule(ada[None], ada[None], v, one, state=S)
    change = ada @ after - ada @ S
    assert_close(ben @ after - ben @ S, 0.28 * change)


def test_orthogonal_keys_that_are_written_once_are_added():
    q, _, v, _, _, _ = given()
    ones = torch.ones(D_K).double()
    keys = torch.linalg.qr(random(D_K, D_K))[0]
    q, v = q[:D_K], v[:D_K]
    assert_close(delta_rule(q, keys, v, ones), linear_attention(q, keys, v))
    for other in (keys[[0, 1, 2, 3, 0]], 0.9 * keys, keys + 0.1):
        added, corrected = (
            rule(q, other, v, *more)[0][-1]
            for rule, more in ((linear_attention, ()), (delta_rule, (ones,)))
        )
        same = other is not keys and torch.allclose(added, corrected)
        # Nothing is read before a write where keys are orthogonal, of any length.
        assert same == torch.equal(other, 0.9 * keys)
