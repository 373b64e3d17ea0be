"""What is behind the general sentences of docs/mistakes/shapes.md."""

from inspect import signature

import torch
import torch.nn.functional as F

from tests.facts.draw import draw
from tests.facts.says import says


def test_what_sums_to_one_is_not_a_row() -> None:
    says(
        "mistakes/shapes",
        "A softmax over the heads, over the sentences of a batch, or over the whole matrix at once is the same mistake: what sums to one is then not a row.",
        "Over an axis of a single number, each weight is 1, whatever the score is, if it is finite.",
    )
    scores = draw(0, 3, 2, 7, 5)  # sentences, heads, queries, keys
    for dim in (0, 1, 2):
        weights = scores.softmax(dim=dim)
        assert ((weights.sum(dim=-1) - 1).abs() > 1e-3).any()
        assert ((weights.sum(dim=dim) - 1).abs() < 1e-9).all()
    whole = scores.flatten(-2).softmax(dim=-1).view_as(scores)
    assert (whole.sum(dim=-1) < 1).all()
    assert (scores[..., None].softmax(dim=-1) == 1).all()


def test_batch_and_heads_can_be_exchanged() -> None:
    says(
        "mistakes/shapes",
        "If sentences and heads share one axis, `view(heads, batch, …)` in the place of `view(batch, heads, …)` has the right number of entries, too, and exchanges batch and heads.",
    )
    batch, heads = 2, 3
    x = draw(0, batch, heads, 5, 4)
    shared = x.flatten(0, 1)
    assert torch.equal(shared.view(batch, heads, 5, 4), x)
    wrong = shared.view(heads, batch, 5, 4).transpose(0, 1)
    assert wrong.shape == x.shape
    assert torch.equal(wrong[0, 1], x[0, 2])  # sentence 0: a head of another number
    assert torch.equal(wrong[1, 0], x[0, 1])  # sentence 1: a head of sentence 0


def test_a_norm_runs_along_dim_1() -> None:
    says(
        "mistakes/shapes",
        "`F.normalize` divides by the length along `dim=1`, if you name no other axis.",
        "If words come before heads, `dim=1` is the axis of words, and then a causal layer sees later words.",
    )
    assert signature(F.normalize).parameters["dim"].default == 1
    q = draw(0, 2, 7, 3, 5)  # sentences, words, heads, features
    later = q.clone()
    later[:, -1] += 1
    first, again = F.normalize(q)[:, 0], F.normalize(later)[:, 0]
    assert ((first - again).abs() > 1e-3).any()


def test_a_picture_is_cut_like_heads() -> None:
    says(
        "mistakes/shapes",
        "In (pictures, features, rows, columns), the features come before the pixels, so `reshape(pictures, rows * columns, features)` fills a word with one feature, or a few, of many pixels.",
    )
    feature = torch.arange(8)[:, None, None].expand(8, 4, 8)[None]
    words = feature.reshape(1, 4 * 8, 8)
    assert (words == words[..., :1]).all()
    right = feature.flatten(2).transpose(1, 2)
    assert torch.equal(right[0, 0], torch.arange(8))
