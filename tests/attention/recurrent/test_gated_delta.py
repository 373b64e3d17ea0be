"""The layer of the gated delta rule, alone, in a block and in a hybrid."""

import torch
import torch.nn.functional as F

from attention import GatedDelta, delta_rule
from tests.attention.expect import assert_close, numbered, random


def layer() -> GatedDelta:
    return numbered(GatedDelta(7, 33, 3, chunk_size=2))


def test_it_is_the_delta_rule_between_projections():
    made, x = layer(), random(2, 5, 7)
    q, k, v = (
        linear(x).unflatten(-1, (3, 11)).transpose(1, 2)
        for linear in (made.W_query, made.W_key, made.W_value)
    )
    q, k = (z / (z.square().sum(-1, keepdim=True) + 1e-6).sqrt() for z in (q, k))
    betas = 1 / (1 + torch.exp(-made.W_beta(x)))
    steps = torch.log(1 + torch.exp(made.W_decay(x)))
    logs = -torch.exp(made.log_rate) * steps
    contexts, state = delta_rule(
        q / 11**0.5, k, v, betas.transpose(1, 2), logs.transpose(1, 2)
    )
    out, cache = made.forward_with_cache(x)
    assert_close(out, made.out_proj(contexts.transpose(1, 2).flatten(-2)))
    assert_close(cache, (state, 5))


def test_a_new_layer_keeps_what_it_knows_for_some_tokens():
    torch.manual_seed(0)
    made = GatedDelta(7, 64 * 5, 64)
    steps, rates = F.softplus(made.W_decay.bias), made.log_rate.exp()
    for found, least, most in ((steps, 0.001, 0.1), (rates, 1, 16)):
        low, high = found.min().item(), found.max().item()
        assert least * 0.99 <= low < 2 * least < most / 2 < high <= most * 1.01
    assert torch.exp(-rates * steps).min() > 0.19
