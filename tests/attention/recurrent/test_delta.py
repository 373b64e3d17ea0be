"""The delta rule, one step a token."""

import torch
import torch.nn.functional as F
from torch import Tensor

from attention import delta_rule
from tests.attention.expect import assert_close, random

FRONT, TOKENS, D_K, D_V = (2, 3), 7, 5, 11
KINDS = ["none", "token", "channel"]


def drawn(
    kind: str, num_tokens: int = TOKENS, dtype: torch.dtype = torch.float64
) -> list[Tensor]:
    """Queries, unit keys, values, betas, log decays and a state."""
    rows = random(*FRONT, num_tokens, 2 * D_K + D_V, seed=num_tokens, dtype=dtype)
    queries, keys, values = rows.split([D_K, D_K, D_V], dim=-1)
    betas = torch.sigmoid(random(*FRONT, num_tokens, seed=1, dtype=dtype))
    width = {"none": (), "token": (), "channel": (D_K,)}[kind]
    logs = -F.softplus(random(*FRONT, num_tokens, *width, seed=2, dtype=dtype))
    logs = torch.zeros_like(logs) if kind == "none" else logs
    state = random(*FRONT, D_K, D_V, seed=3, dtype=dtype)
    return [queries, F.normalize(keys, dim=-1), values, betas, logs, state]


def test_a_strength_of_2_counts_parity_and_none_up_to_1_turns_the_sign():
    bits = (random(1000, 64) > 0).double()
    ones, zeros = torch.ones(1000, 64, 1).double(), torch.zeros(1000, 64, 1).double()
    start = torch.ones(1000, 1, 1).double()
    signs, _ = delta_rule(ones, ones, zeros, 2 * bits, state=start)
    assert torch.equal(signs[..., 0] < 0, bits.cumsum(-1) % 2 == 1)
    for strengths in (bits, random(1000, 64, seed=1).sigmoid()):
        weaker, _ = delta_rule(ones, ones, zeros, strengths, state=start)
        assert (weaker >= 0).all()


def test_a_decay_for_each_channel_is_one_for_the_token_where_all_are_equal():
    queries, keys, values, betas, logs, state = drawn("token")
    whole = delta_rule(queries, keys, values, betas, logs, state)
    each = logs[..., None].expand(*logs.shape, D_K)
    assert_close(delta_rule(queries, keys, values, betas, each, state), whole)


def test_the_memory_of_half_precision_is_in_float32():
    given = drawn("token", dtype=torch.bfloat16)
    contexts, state = delta_rule(*given)
    assert (contexts.dtype, state.dtype) == (torch.bfloat16, torch.float32)
    wide = delta_rule(*(x.float() for x in given))
    assert torch.equal(contexts, wide[0].bfloat16())
    assert torch.equal(state, wide[1])


def test_a_step_is_one_of_gradient_descent_on_the_squared_error_of_one_pair():
    for seed in range(20):
        key, value, state = (random(*s, seed=seed) for s in ((1, 5), (1, 11), (5, 11)))
        beta = torch.rand(1, dtype=torch.float64)
        weight = state.clone().requires_grad_()
        loss = (key @ weight - value).square().sum() / 2
        (slope,) = torch.autograd.grad(loss, weight)
        _, found = delta_rule(key, key, value, beta, state=state)
        assert_close(found, state - beta * slope)
