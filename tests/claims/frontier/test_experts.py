"""What docs/frontier/experts.md and docs/frontier/balance.md say in general."""

from math import exp

import pytest
import torch
import torch.nn.functional as F

from attention import MixtureOfExperts, Router, SwiGLU, expert_load
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
