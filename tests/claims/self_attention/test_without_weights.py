"""What is behind the general sentences of docs/self-attention/without-weights.md."""

import torch
from torch import Tensor

from attention import (
    attention_scores,
    attention_weights,
    context_vectors,
    inputs,
)


def weights_of(words: Tensor) -> Tensor:
    return torch.softmax(words @ words.T, dim=-1)


def sentences(positive: bool) -> list[Tensor]:
    """Words of many widths, in float64; their features positive, or of both signs."""
    torch.manual_seed(0)
    draw = torch.rand if positive else torch.randn
    sizes = [(n, d) for n in (2, 6, 30) for d in (1, 3, 64)]
    return [draw(n, d, dtype=torch.float64) for n, d in sizes for _ in range(5)]


def test_the_three_steps_are_their_formulas():
    torch.manual_seed(0)
    for x in (inputs.double(), torch.randn(4, 5, dtype=torch.float64)):
        n = len(x)
        scores = attention_scores(x, x)
        weights = attention_weights(scores)
        contexts = context_vectors(weights, x)
        for i in range(n):
            omega = [
                sum(a * b for a, b in zip(x[i], x[j], strict=True)) for j in range(n)
            ]
            alpha = [omega_ij.exp() / sum(o.exp() for o in omega) for omega_ij in omega]
            z = sum(alpha[j] * x[j] for j in range(n))
            torch.testing.assert_close(scores[i], torch.stack(omega))
            torch.testing.assert_close(weights[i], torch.stack(alpha))
            torch.testing.assert_close(contexts[i], z)


def test_scores_are_symmetric_and_weights_need_not_be():
    for words in [inputs.double(), *sentences(positive=False)]:
        scores = words @ words.T
        torch.testing.assert_close(scores, scores.T)
        sums = torch.exp(scores).sum(dim=-1)
        torch.testing.assert_close(
            weights_of(words) * sums[:, None], weights_of(words).T * sums
        )
    assert not torch.allclose(weights_of(inputs), weights_of(inputs).T, atol=1e-2)


def test_scores_grow_in_proportion_to_a_key():
    for words in sentences(positive=False):
        torch.testing.assert_close(words @ (3 * words[0]), 3 * (words @ words[0]))


def test_with_prefers_journey_for_its_length():
    journey, short = inputs[1], inputs[3]
    assert short @ short < short @ journey
    as_long = journey * short.norm() / journey.norm()  # the cause taken away
    assert short @ short > short @ as_long


def test_a_longer_key_gets_more_where_all_features_are_positive():
    for words in [inputs.double(), *sentences(positive=True)]:
        for factor in (1.1, 3.0):
            keys = words.clone()
            keys[0] *= factor
            before = torch.softmax(words @ words.T, dim=-1)[:, 0]
            after = torch.softmax(words @ keys.T, dim=-1)[:, 0]
            assert ((after > before) | (before > 1 - 1e-12)).all()


def test_a_longer_key_gets_less_where_its_score_is_negative():
    less = more = 0
    for words in sentences(positive=False):
        keys = words.clone()
        keys[0] *= 3
        scores, longer = words @ words.T, words @ keys.T
        before = torch.softmax(scores, dim=-1)[:, 0]
        after = torch.softmax(longer, dim=-1)[:, 0]
        negative = scores[:, 0] < 0
        assert (longer[negative, 0] < scores[negative, 0]).all()
        assert ((after < before) | (before < 1e-300))[negative].all()
        less += int((after < before).sum())
        more += int((after > before).sum())
    assert min(less, more) > 100  # with both signs, neither is the rule


def test_scores_a_hundred_times_as_large():
    for words in [inputs.double(), *sentences(positive=True)]:
        scores, larger = words @ words.T, (10 * words) @ (10 * words).T
        torch.testing.assert_close(larger, 100 * scores)
        shares = scores / scores.sum(dim=-1, keepdim=True)
        torch.testing.assert_close(larger / larger.sum(dim=-1, keepdim=True), shares)
    assert (weights_of(10 * inputs).amax(dim=-1) > 0.69).all()


def test_there_are_as_many_scores_as_pairs():
    for words in sentences(positive=False):
        twice = torch.cat([words, words])
        assert (words @ words.T).numel() == len(words) ** 2
        assert (twice @ twice.T).numel() == 4 * (words @ words.T).numel()


def test_equal_lengths_put_the_largest_weight_on_the_diagonal():
    for words in [inputs.double(), *sentences(positive=False)]:
        directions = words / words.norm(dim=-1, keepdim=True)
        weights = weights_of(directions)
        assert (weights.diagonal() >= weights.amax(dim=-1) - 1e-12).all()
