"""What docs/gallery/mistral.md says in general."""

import pytest
import torch
from torch.testing import assert_close

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


def test_the_ratio_of_the_weights_is_kept_and_their_sum_is_less_than_1():
    says(
        "gallery/mistral",
        "The chosen experts are the same as before, and so is the ratio of their weights.",
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
