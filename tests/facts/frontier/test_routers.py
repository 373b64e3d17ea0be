"""What docs/frontier/routers.md says in general."""

import torch
from torch import Tensor, nn

from attention import DeepSeekRouter, Router, SigmoidRouter, SwiGLU
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

D, N, K = 5, 9, 4


def routed(made: nn.Module, scores: Tensor) -> tuple[Tensor, Tensor]:
    """What a router of N experts makes of scores, which are its input."""
    made.double().W_router.weight.data = torch.eye(N).double()
    return made(scores)


def test_softmax_first_and_last_are_one_rule():
    says(
        "frontier/routers",
        r"\[ \frac{p_e}{\sum_{j \in S} p_j} = \frac{\exp(s_e) / Z}{\sum_{j \in S} \exp(s_j) / Z} = \frac{\exp(s_e)}{\sum_{j \in S} \exp(s_j)} \]",
        "Without the division, as in OLMoE, the weights sum to less than 1, in general to another number for each token.",
        r"Only in the first line do the scores of experts that were not chosen have a gradient, which comes through \(Z\).",
    )
    s = (3 * random(200, N)).requires_grad_()
    S, weights = routed(Router(N, N, K), s)
    chosen = s.exp().gather(-1, S)
    p = chosen / s.exp().sum(-1, keepdim=True)
    assert_close(p / p.sum(-1, keepdim=True), weights)
    assert_close(chosen / chosen.sum(-1, keepdim=True), weights)
    assert (p.sum(-1) < 1).all()
    assert len(p.sum(-1).unique()) == 200
    assert torch.autograd.grad(p[0, 0], s)[0][0].ne(0).all()
    for made in (Router, SigmoidRouter, DeepSeekRouter):
        (slopes,) = torch.autograd.grad(routed(made(N, N, K), s)[1][0, 0], s)
        assert set(slopes[0].nonzero().flatten().tolist()) <= set(S[0].tolist())


def test_sigmoids_choose_the_same_and_give_closer_weights():
    says(
        "frontier/routers",
        r"Softmax and the sigmoid \(\sigma\) both keep the order of the scores, so they choose the same experts, unless rounding makes scores equal.",
        r"\[ \frac{\sigma(s_a)}{\sigma(s_b)} = e^{s_a - s_b} \, \frac{1 + e^{s_b}}{1 + e^{s_a}} \]",
        "The fraction on the right is below 1, so the factor of sigmoids is closer to 1, divided by their sum or not.",
        r"If all are far below zero, \(\sigma(s)\) is nearly \(e^s\), and the weights, divided by their sum, are nearly those of softmax.",
    )
    s = 3 * random(200, N)
    chosen, soft = routed(Router(N, N, K), s)
    s_a, s_b = s.gather(-1, chosen).split([1, K - 1], dim=-1)
    assert_close(soft[:, :1] / soft[:, 1:], (s_a - s_b).exp(), 1e-9)
    for made in (SigmoidRouter(N, N, K), DeepSeekRouter(N, N, K)):
        same, weights = routed(made, s)
        assert torch.equal(same, chosen)
        fraction = (1 + s_b.exp()) / (1 + s_a.exp())
        ratio = weights[:, :1] / weights[:, 1:]
        assert (fraction < 1).all()
        assert_close(ratio, (s_a - s_b).exp() * fraction, 1e-9)
        assert ((ratio > 1) & (ratio < (s_a - s_b).exp())).all()
    assert_close(routed(DeepSeekRouter(N, N, K), s - 40)[1], soft, 1e-9)
    first, second = torch.tensor([20.0, 25.0]).sigmoid()
    assert first == second  # rounded


def test_a_scale_can_be_in_the_matrices_and_a_weight_cannot_be_inside():
    says(
        "frontier/routers",
        r"\[ E(w x) = w^2 \, \bigl( g \, \sigma(w g) \odot u \bigr) W_\text{down} \qquad w \, E(x) = w \, \bigl( g \, \sigma(g) \odot u \bigr) W_\text{down} \]",
        r"The matrices \(W_\text{down}\) of all routed experts could be multiplied by it instead.",
    )
    E, x = numbered(SwiGLU(D, 11)), random(40, D, seed=1)
    g, u, W_down = x @ E.W_gate.weight.T, x @ E.W_up.weight.T, E.W_down.weight.T
    for w in (0.05, 0.3, 0.9):
        assert_close(E(w * x), w**2 * (g * torch.sigmoid(w * g) * u) @ W_down)
        assert_close(w * E(x), w * (g * torch.sigmoid(g) * u) @ W_down)
        assert_close(w * E(x), (g * torch.sigmoid(g) * u) @ (w * W_down))
