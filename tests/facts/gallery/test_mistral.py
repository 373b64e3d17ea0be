"""What docs/gallery/mistral.md says in general."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.testing import assert_close

from attention.examples import drawn_checkpoint
from attention.gallery import build
from tests.facts.draw import draw
from tests.facts.gallery.made import IDS, count, described, drawn, seen_from
from tests.facts.says import says


@pytest.mark.parametrize("window", [1, 2, 5, 8])
@torch.no_grad()
def test_each_layer_reaches_less_by_one_than_its_window(window: int):
    says(
        "gallery/mistral",
        r"Each layer reaches \(W - 1\) tokens further back, so \(L (W - 1)\).",
        "The eighth key of a window is that of the token that comes next.",
    )
    for layers in (1, 2, 3):
        sizes = {"num_hidden_layers": layers, "sliding_window": window}
        model, ids = drawn("mistral", window, **sizes), IDS[:, :40]
        right, caches = model.forward_with_cache(ids)
        for token in (0, 9):
            other = ids.clone()
            other[0, token] = (ids[0, token] + 1) % 31
            changed = (model(other) - right).abs().amax(dim=-1)[0] > 1e-12
            assert changed.nonzero().max() == token + layers * (window - 1)
        assert caches[0].keys.shape[2] == window - 1


def test_no_text_as_long_as_the_window_finds_a_wrong_one():
    says(
        "gallery/mistral",
        "So a test of eight tokens finds neither mistake, and with Mistral's own window no text that fits into the window does.",
    )
    seen_from("mistral", 20, "W + 1 keys", "no window")


@torch.no_grad()
def test_later_layers_choose_other_experts():
    says(
        "gallery/mistral",
        "Later layers are given other tokens, and choose other experts for some of "
        "them.",
    )
    model = build(drawn_checkpoint("mixtral").config).double().eval()
    for n, parameter in enumerate(model.parameters()):
        parameter.copy_(draw(n, *parameter.shape) / 5)
    routers: list[Any] = [block.feed_forward.router for block in model.blocks]
    chosen: list[list[torch.Tensor]] = []
    for router in routers:
        router.register_forward_hook(
            lambda module, given, out: chosen[-1].append(out[0].sort(dim=-1).values)
        )
    ids = drawn_checkpoint("mixtral").ids[None]
    for forward in (None, all_experts_first):
        for router in routers:
            router.forward = forward(router) if forward else router.forward
        chosen.append([])
        model(ids)
    changed = [
        (right != wrong).any(dim=-1).double().mean().item()
        for right, wrong in zip(*chosen, strict=True)
    ]
    assert changed[0] == 0
    assert all(0 < share < 0.5 for share in changed[1:])


def all_experts_first(router: Any) -> Callable[[torch.Tensor], Any]:
    """What the page's mistake computes in the place of a router."""

    def forward(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        best = torch.softmax(router.W_router(x), dim=-1).topk(router.top_k, dim=-1)
        return best.indices, best.values

    return forward


def test_the_ratio_of_the_weights_is_kept_and_their_sum_is_less_than_1():
    says(
        "gallery/mistral",
        "In the first layer, the chosen experts are the same as before, and so is the "
        "ratio of their weights.",
        "Only their sum is less than 1.",
    )
    scores = draw(3, 200, 8)
    right, wrong = scores.topk(2, dim=-1), scores.softmax(dim=-1).topk(2, dim=-1)
    assert (right.indices == wrong.indices).all()
    weights = right.values.softmax(dim=-1)
    assert_close(*(each[:, 0] / each[:, 1] for each in (weights, wrong.values)))
    assert (wrong.values.sum(dim=-1) < 1).all()


def test_groups_divide_the_cache_by_four_and_the_window_by_eight():
    says(
        "gallery/mistral",
        "Groups divide the cache by four.",
        "Mistral's window divides it once more by eight at this length, because it keeps one token in eight.",
        "Mistral 7B is Llama with grouped queries and a sliding window in each layer.",
        "Mixtral 8x7B puts eight experts in the place of each feed-forward network.",
    )
    windowed, whole = (count(n).cached(32768) for n in ("mistral-7b", "mixtral-8x7b"))
    assert 32 * 2 * 32 * 128 * 32768 == 4 * whole == 4 * 8 * windowed
    assert described("mixtral-8x7b").layers["A"]["experts"] == "2 of 8"
    assert described("mistral-7b").letters == 32 * "A"
    assert described("mistral-7b").layers["A"]["attends to"] == "the last 4,096"
