"""What docs/frontier/experts.md and docs/frontier/balance.md say in general."""

from math import exp

import pytest
import torch
import torch.nn.functional as F

from attention import (
    DeepSeekRouter,
    MixtureOfExperts,
    Router,
    SwiGLU,
    balance_loss,
    balanced_bias,
    expert_load,
)
from tests.attention.expect import assert_close, numbered, random

D, EXPERTS = 5, 7


def mixture(top_k: int) -> MixtureOfExperts:
    experts = [SwiGLU(D, 11) for _ in range(EXPERTS)]
    return numbered(MixtureOfExperts(Router(D, EXPERTS, top_k), experts))


@pytest.mark.parametrize("top_k", [1, 2, EXPERTS])
def test_the_formula_of_a_mixture(top_k: int):
    layer, x = mixture(top_k), random(13, D, seed=3)
    for token, out in zip(x, layer(x), strict=True):
        scores = [float(token @ r_e) for r_e in layer.router.W_router.weight.detach()]
        S = sorted(range(EXPERTS), key=scores.__getitem__)[-top_k:]
        total = sum(exp(scores[j]) for j in S)
        y = sum(exp(scores[e]) / total * layer.experts[e](token) for e in S)
        assert_close(out, y)


def grouped(x: torch.Tensor, weights: torch.Tensor, sizes: torch.Tensor):
    """Each slice of x times its own matrix; older versions of PyTorch lack the call."""
    if hasattr(F, "grouped_mm"):
        ends = sizes.cumsum(0).to(torch.int32)
        return F.grouped_mm(x, weights, offs=ends)
    which = torch.arange(len(sizes)).repeat_interleave(sizes)
    return torch.bmm(x[:, None], weights[which])[:, 0]


def test_grouped_products_are_the_loop():
    """In float32, which grouped_mm takes, with widths that it accepts."""
    experts = [SwiGLU(16, 32) for _ in range(EXPERTS)]
    layer = numbered(MixtureOfExperts(Router(16, EXPERTS, 2), experts)).float()
    x = random(13, 16, seed=3, dtype=torch.float32)
    chosen, weights = layer.router(x)
    order = chosen.flatten().argsort(stable=True)
    sizes = expert_load(chosen, EXPERTS)
    gate, up, down = (
        torch.stack([getattr(e, name).weight.T.contiguous() for e in experts])
        for name in ("W_gate", "W_up", "W_down")
    )
    mine = x[order // 2]
    hidden = F.silu(grouped(mine, gate, sizes)) * grouped(mine, up, sizes)
    said = grouped(hidden, down, sizes) * weights.flatten()[order, None]
    out = torch.zeros_like(x).index_add(0, order // 2, said)
    torch.testing.assert_close(out, layer(x), rtol=1e-4, atol=1e-3)


def test_with_one_expert_the_router_learns_nothing():
    for top_k, learns in ((1, False), (2, True)):
        layer = mixture(top_k)
        layer(random(13, D, seed=3)).square().sum().backward()
        assert bool(layer.router.W_router.weight.grad.any()) == learns


def test_the_formula_of_the_bias():
    bias, load, gamma = random(5), torch.tensor([9, 2, 5, 5, 4]), 0.01
    mean = sum(load.tolist()) / 5
    moved = balanced_bias(bias, load, gamma)
    for b_i, c_i, found in zip(bias, load.tolist(), moved, strict=True):
        sign = (mean > c_i) - (mean < c_i)
        assert_close(found, b_i + gamma * sign)


def test_weights_do_not_depend_on_the_bias():
    for seed in range(20):
        router, x = numbered(DeepSeekRouter(D, EXPERTS, 2)), random(200, D, seed=seed)
        before = router(x)
        router.bias.data += 0.1 * random(EXPERTS, seed=seed)
        after = router(x)
        stayed = (before[0] == after[0]).all(dim=-1)
        assert 0 < stayed.sum() < 200
        assert torch.equal(before[1][stayed], after[1][stayed])


def test_the_formula_of_the_loss():
    for seed in range(20):
        P = random(53, EXPERTS, seed=seed).softmax(dim=-1)
        chosen = P.topk(2).indices
        n, f = EXPERTS, expert_load(chosen, EXPERTS).double() / 106
        L = n * sum(f[i] * P[:, i].mean() for i in range(n))
        assert_close(balance_loss(P, chosen), L)
        even = torch.full_like(P, 1 / n)
        assert_close(balance_loss(even, chosen), torch.tensor(1.0).double())


def test_the_gradient_of_the_loss_grows_with_the_load():
    P = random(53, EXPERTS).softmax(dim=-1).requires_grad_()
    chosen = P.topk(2).indices
    balance_loss(P, chosen).backward()
    load = expert_load(chosen, EXPERTS).double()
    assert_close(P.grad, (EXPERTS * load / 106 / 53).expand(53, EXPERTS))
