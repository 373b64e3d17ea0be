"""What is behind the general sentences of docs/self-attention/without-weights.md."""

import torch

from attention import attention_scores, attention_weights, context_vectors, inputs
from tests.facts.draw import draw


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


def test_each_word_reads_itself_most_if_all_are_as_long_and_no_two_are_equal():
    for seed in range(20):
        words = draw(seed, 7, 3)
        words *= (seed + 1) / words.norm(dim=-1, keepdim=True)
        weights = attention_weights(attention_scores(words, words))
        assert torch.equal(weights.argmax(dim=-1), torch.arange(7))
