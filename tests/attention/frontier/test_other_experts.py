"""Experts and routers of gpt-oss, Llama 4 and Qwen, and the block of MiniMax-01."""

import torch
import torch.nn.functional as F

import attention as a
from attention.frontier.normed_residual import NormedResidualBlock
from tests.attention.expect import assert_close, numbered, random

X = random(5, 7)


def test_a_clamped_swiglu_is_its_formula_with_bounds_and_without():
    made = numbered(a.ClampedSwiGLU(7, 11, alpha=1.3, limit=0.8))
    gate, up = made.W_gate(X), made.W_up(X)
    assert ((gate > 0.8).any(), (up < -0.8).any(), (gate < -0.8).any()) == (True,) * 3
    gate = gate.where(gate < 0.8, 0.8)
    up = up.clamp(-0.8, 0.8)
    expected = gate / (1 + torch.exp(-1.3 * gate)) * (up + 1)
    assert_close(made(X), made.W_down(expected))
    made.alpha, made.limit = 1.0, torch.inf
    expected = F.silu(made.W_gate(X)) * (made.W_up(X) + 1)
    assert_close(made(X), made.W_down(expected))


def test_sigmoids_weigh_what_experts_are_given():
    experts = [a.SwiGLU(7, 3) for _ in range(4)]
    router = a.SigmoidRouter(7, 4, 2, bias=True)
    made = numbered(a.MixtureOfExperts(router, experts, weigh_inputs=True))
    scores = router.W_router(X)
    chosen, weights = router(X)
    assert torch.equal(chosen, scores.argsort(descending=True)[:, :2])
    assert_close(weights, 1 / (1 + torch.exp(-scores.gather(1, chosen))))
    rows = [
        sum(experts[e](w * x) for e, w in zip(c.tolist(), ws, strict=True))
        for x, c, ws in zip(X, chosen, weights, strict=True)
    ]
    assert_close(made(X), torch.stack(rows))


def test_a_gated_expert_is_halved_where_its_gate_says_nothing():
    made = numbered(a.GatedExpert(7, a.SwiGLU(7, 3)))
    gate = 1 / (1 + torch.exp(-X @ made.W_gate.weight[0]))
    assert_close(made(X), gate[:, None] * made.expert(X))
    torch.nn.init.zeros_(made.W_gate.weight)
    assert_close(made(X), made.expert(X) / 2)


def test_a_normed_residual_adds_to_the_normed_token():
    layer, network = a.MultiHeadAttention(7, 7, 9, 0.0, 1), a.SwiGLU(7, 3)
    made = NormedResidualBlock(7, layer, network, a.RMSNorm, (1.3, 0.8, 1.1, 0.7))
    made = numbered(made)
    x = made.norm_1(X)
    x = made.norm_2(1.3 * x + 0.8 * layer(x))
    assert_close(made(X), 1.1 * x + 0.7 * network(x))
