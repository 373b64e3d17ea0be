"""A mixture of experts: a loop over experts is a sum over all of them."""

from collections import Counter

import pytest
import torch
from torch import Tensor, nn

from attention import DeepSeekRouter, MixtureOfExperts, Router, SwiGLU
from tests.attention.expect import assert_close, numbered, random

D, EXPERTS = 5, 7


def mixture(top_k: int, shared: bool = False) -> MixtureOfExperts:
    experts = (SwiGLU(D, 11) for _ in range(EXPERTS))
    router = Router(D, EXPERTS, top_k)
    return numbered(MixtureOfExperts(router, experts, SwiGLU(D, 3) if shared else None))


def dense(layer: MixtureOfExperts, x: Tensor) -> Tensor:
    """Every expert on every token, weighed with 0 where it was not chosen."""
    chosen, weights = layer.router(x)
    of_all = torch.zeros(len(x), EXPERTS).double().scatter(-1, chosen, weights)
    said = torch.stack([expert(x) for expert in layer.experts], dim=1)
    mixed = (of_all[..., None] * said).sum(dim=1)
    return mixed if layer.shared is None else mixed + layer.shared(x)


@pytest.mark.parametrize("top_k", [1, 2, EXPERTS])
@pytest.mark.parametrize("shared", [False, True])
def test_the_loop_is_the_dense_sum_with_gradients(top_k: int, shared: bool):
    layer, x = mixture(top_k, shared), random(2, 7, D, seed=3).requires_grad_()
    given, slopes = [x, *layer.parameters()], []
    for out in (layer(x), dense(layer, x.flatten(0, 1)).view(2, 7, D)):
        total = (out * random(2, 7, D, seed=4)).sum()
        found = torch.autograd.grad(total, given, materialize_grads=True)
        slopes.append([out, *found])
    assert_close(*slopes)


def test_experts_run_on_the_tokens_that_chose_them():
    layer, x, seen = mixture(2), random(13, D, seed=3), Counter()

    def count(expert: nn.Module, given: tuple[Tensor]) -> None:
        seen.update([expert] * len(given[0]))

    for expert in layer.experts:
        expert.register_forward_pre_hook(count)
    layer(x)
    chosen, _ = layer.router(x)
    assert seen == Counter(layer.experts[i] for i in chosen.flatten().tolist())


def by_hand(router: DeepSeekRouter, token: Tensor) -> dict[int, float]:
    """The chosen experts of one token with their weights, word by word."""
    scores = torch.sigmoid(router.W_router.weight @ token).tolist()
    biased = [s + b for s, b in zip(scores, router.bias.tolist(), strict=True)]
    size = len(scores) // router.num_groups
    groups = [range(g * size, (g + 1) * size) for g in range(router.num_groups)]
    best = [
        sum(sorted((biased[e] for e in group), reverse=True)[:2]) for group in groups
    ]
    kept = sorted(range(len(groups)), key=best.__getitem__, reverse=True)
    allowed = [e for g in kept[: router.top_groups] for e in groups[g]]
    chosen = sorted(allowed, key=biased.__getitem__, reverse=True)[: router.top_k]
    total = sum(scores[e] for e in chosen)
    return {e: router.scale * scores[e] / total for e in chosen}


@pytest.mark.parametrize(("groups", "top"), [(1, 1), (4, 2), (2, 1), (12, 5)])
def test_deepseeks_router_chooses_by_the_bias_and_weighs_without_it(
    groups: int, top: int
):
    router = numbered(DeepSeekRouter(D, 12, 3, groups, top, scale=2.5))
    assert not router.bias.requires_grad
    x = random(40, D, seed=8)
    chosen, weights = router(x)
    for token, experts, shares in zip(
        x, chosen.tolist(), weights.tolist(), strict=True
    ):
        expected = by_hand(router, token)
        assert set(experts) == set(expected)
        for expert, share in zip(experts, shares, strict=True):
            assert share == pytest.approx(expected[expert])


class Reciprocal(nn.Module):
    """An expert that gives infinity for a token that is not its own."""

    def forward(self, x: Tensor) -> Tensor:
        return 1 / x


class Fixed(nn.Module):
    """A router that sends tokens of 0 to expert 1, all others to expert 0."""

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return (x == 0).long(), torch.ones_like(x)


def test_what_experts_say_of_other_tokens_is_lost_where_all_run_on_all():
    layer = MixtureOfExperts(Fixed(), [Reciprocal(), nn.Identity()])
    x = torch.tensor([[0.0], [2.0]])
    for found in (layer(x), torch.func.vmap(layer)(x[None])[0]):
        assert found.tolist() == [[0.0], [0.5]]
