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
