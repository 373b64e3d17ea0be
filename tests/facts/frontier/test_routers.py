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


def test_softmax_first_and_last_are_one_rule_and_sum_to_one():
    says(
        "frontier/routers",
        r"\[ \frac{p_e}{\sum_{j \in S} p_j} = \frac{\exp(s_e) / Z}{\sum_{j \in S} \exp(s_j) / Z} = \frac{\exp(s_e)}{\sum_{j \in S} \exp(s_j)} \]",
        r"Let \(s_e\) be the scores, \(S\) the chosen experts, and \(Z\) the sum of all \(\exp(s_j)\).",
        r"The softmax over all scores is \(p_e = \exp(s_e) / Z\).",
        "Without the division, as in OLMoE, the weights sum to less than 1, and to another number for each token.",
        r"If all \(n\) scores are equal, the sum is \(k/n\).",
    )
    s = 3 * random(200, N)
    S, weights = routed(Router(N, N, K), s)
    Z = s.exp().sum(-1, keepdim=True)
    p = (s.exp() / Z).gather(-1, S)
    chosen = s.exp().gather(-1, S)
    assert_close(p / p.sum(-1, keepdim=True), weights)
    assert_close((chosen / Z) / (chosen / Z).sum(-1, keepdim=True), weights)
    assert_close(chosen / chosen.sum(-1, keepdim=True), weights)
    assert (p.sum(-1) < 1).all()
    assert len(p.sum(-1).unique()) == 200
    equal = torch.softmax(torch.full((N,), 1.7), -1).topk(K).values.sum()
    assert abs(float(equal) - K / N) < 1e-6


def test_sigmoids_choose_the_same_and_give_closer_weights():
    says(
        "frontier/routers",
        r"Softmax and the sigmoid \(\sigma\) both keep the order of the scores, so they choose the same experts.",
        r"If \(s_a\) is larger than \(s_b\), the softmax weights of these experts differ by a factor of \(e^{s_a - s_b}\).",
        r"\[ \frac{\sigma(s_a)}{\sigma(s_b)} = e^{s_a - s_b} \, \frac{1 + e^{s_b}}{1 + e^{s_a}} \]",
        "The fraction on the right is below 1, so sigmoids give weights that are closer to each other, divided by their sum or not.",
    )
    s = 3 * random(200, N)
    chosen, soft = routed(Router(N, N, K), s)
    ordered = s.gather(-1, chosen)
    s_a, s_b = ordered[:, :1], ordered[:, 1:]
    assert_close(soft[:, :1] / soft[:, 1:], (s_a - s_b).exp(), 1e-9)
    for made in (SigmoidRouter(N, N, K), DeepSeekRouter(N, N, K)):
        same, weights = routed(made, s)
        assert torch.equal(same, chosen)
        factor = (1 + s_b.exp()) / (1 + s_a.exp())
        assert (factor < 1).all()
        ratio = weights[:, :1] / weights[:, 1:]
        assert_close(ratio, (s_a - s_b).exp() * factor, 1e-9)
        assert (ratio > 1).all()
        assert (ratio < soft[:, :1] / soft[:, 1:]).all()


def test_a_scale_can_be_in_the_matrices_and_a_weight_cannot_be_inside():
    says(
        "frontier/routers",
        r"The matrices \(W_\text{down}\) of all routed experts could be multiplied by it instead.",
        r"\[ E(w x) = w^2 \, \bigl( g \, \sigma(w g) \odot u \bigr) W_\text{down} \qquad w \, E(x) = w \, \bigl( g \, \sigma(g) \odot u \bigr) W_\text{down} \]",
        "With ReLU in a network of two matrices without biases, the two would be the same.",
    )
    E, x = numbered(SwiGLU(D, 11)), random(40, D, seed=1)
    g, u, W_down = x @ E.W_gate.weight.T, x @ E.W_up.weight.T, E.W_down.weight.T
    first, second = random(D, 11), random(11, D)
    for w in (0.05, 0.3, 0.9):
        assert_close(E(w * x), w**2 * (g * torch.sigmoid(w * g) * u) @ W_down)
        assert_close(w * E(x), w * (g * torch.sigmoid(g) * u) @ W_down)
        assert_close(w * E(x), (g * torch.sigmoid(g) * u) @ (w * W_down))
        inside = torch.relu(w * x @ first) @ second
        assert_close(inside, w * (torch.relu(x @ first) @ second))


def test_only_shares_of_all_scores_have_a_gradient_elsewhere():
    says(
        "frontier/routers",
        r"Only in the first line do the scores of experts that were not chosen have a gradient, which comes through \(Z\).",
        r"If all are far below zero, \(\sigma(s)\) is nearly \(e^s\), and the weights are nearly those of softmax.",
    )
    s = random(1, N).requires_grad_()
    for made in (Router, SigmoidRouter, DeepSeekRouter):
        chosen, weights = routed(made(N, N, K), s)
        (slopes,) = torch.autograd.grad(weights[0, 0], s)
        assert set(slopes[0].nonzero().flatten().tolist()) <= set(chosen[0].tolist())
    shares = torch.softmax(s, -1).topk(K).values
    assert torch.autograd.grad(shares[0, 0], s)[0].ne(0).all()
    low = routed(DeepSeekRouter(N, N, K), s - 30)[1]
    assert_close(low, routed(Router(N, N, K), s)[1], 1e-9)
