"""The delta rule, one step a token."""

import torch
import torch.nn.functional as F
from torch import Tensor

from attention import delta_rule
from tests.attention.expect import random

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


def test_the_memory_of_half_precision_is_in_float32():
    given = drawn("token", dtype=torch.bfloat16)
    contexts, state = delta_rule(*given)
    assert (contexts.dtype, state.dtype) == (torch.bfloat16, torch.float32)
    wide = delta_rule(*(x.float() for x in given))
    assert torch.equal(contexts, wide[0].bfloat16())
    assert torch.equal(state, wide[1])
