"""What is behind the general sentences of docs/self-attention/without-weights.md."""

import torch

from attention import attention_scores, attention_weights, context_vectors
from attention.examples import inputs
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_three_steps_are_their_formulas():
    says(
        "self-attention/without-weights",
        r"\[ \score{\omega_{ij}} = \query{x_i} \cdot \key{x_j} \qquad \weight{\alpha_{ij}} = \frac{\exp \score{\omega_{ij}}}{\sum_k \exp \score{\omega_{ik}}} \qquad \context{z_i} = \sum_j \weight{\alpha_{ij}}\, \value{x_j} \]",
    )
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
    says(
        "self-attention/without-weights",
        "In the last line, all words have the same length, and each gives itself the most weight.",
    )
    says(
        "mistakes/claims",
        "The claim holds for attention without trained weights if all vectors have the same length and no two are equal:",
    )
    for seed in range(20):
        words = draw(seed, 7, 3)
        words *= (seed + 1) / words.norm(dim=-1, keepdim=True)
        weights = attention_weights(attention_scores(words, words))
        assert torch.equal(weights.argmax(dim=-1), torch.arange(7))
