"""What is behind the general sentences of docs/self-attention/without-weights.md."""

import torch

from attention import attention_scores, attention_weights, context_vectors, inputs
from tests.claims.draw import draw


def test_the_three_steps_are_their_formulas():
    for x in (inputs.double(), draw(0, 5, 7)):
        n = len(x)
        scores = attention_scores(x, x)
        weights = attention_weights(scores)
        contexts = context_vectors(weights, x)
        for i in range(n):
            omega = [(x[i] * x[j]).sum() for j in range(n)]
            alpha = [omega_ij.exp() / sum(o.exp() for o in omega) for omega_ij in omega]
            z = sum(alpha[j] * x[j] for j in range(n))
            torch.testing.assert_close(scores[i], torch.stack(omega))
            torch.testing.assert_close(weights[i], torch.stack(alpha))
            torch.testing.assert_close(contexts[i], z)


def test_with_prefers_journey_for_its_length():
    journey, short = inputs[1], inputs[3]
    assert short @ short < short @ journey
    as_long = journey * short.norm() / journey.norm()  # the cause taken away
    assert short @ short > short @ as_long


def test_a_longer_key_gets_more_where_its_score_is_positive_and_less_elsewhere():
    for seed in range(20):
        for words in (draw(seed, 7, 3), draw(seed, 7, 3).abs()):
            longer = torch.cat([3 * words[:1], words[1:]])
            scores = attention_scores(words, words)[:, 0]
            before, after = (
                attention_weights(attention_scores(words, keys) / 10)[:, 0]
                for keys in (words, longer)
            )
            assert torch.equal(after > before, scores > 0)
            directions = words / words.norm(dim=-1, keepdim=True)
            weights = attention_weights(attention_scores(directions, directions))
            assert torch.equal(weights.argmax(dim=-1), torch.arange(7))
