"""What is behind the general sentences of docs/self-attention/query-key-value.md."""

import torch

from attention import (
    attention_scores,
    scaled_dot_product_attention,
)
from tests.facts.draw import draw
from tests.facts.says import says


def test_attention_is_its_formula():
    says(
        "self-attention/query-key-value",
        r"\[ \score{\omega_{ij}} = \query{q_i} \cdot \key{k_j} \qquad \weight{\alpha_{ij}} = \frac{\exp(\score{\omega_{ij}} / \sqrt{d_k})}{\sum_m \exp(\score{\omega_{im}} / \sqrt{d_k})} \qquad \context{z_i} = \sum_j \weight{\alpha_{ij}}\, \value{v_j} \]",
    )
    says(
        "causal/class",
        r"\[ \score{\omega_{bij}} = \sum_f \query{q_{bif}}\, \key{k_{bjf}} \]",
    )
    for d_k in (1, 2, 5):
        queries, keys, values = draw(0, 2, d_k), draw(1, 7, d_k), draw(2, 7, 3)
        contexts, weights = scaled_dot_product_attention(queries, keys, values)
        for i in range(2):
            omega = [(queries[i] * key).sum() for key in keys]
            exponentials = [torch.exp(omega_ij / d_k**0.5) for omega_ij in omega]
            alpha = [exponential / sum(exponentials) for exponential in exponentials]
            z = sum(alpha[j] * values[j] for j in range(7))
            scores = attention_scores(queries, keys)[i]
            torch.testing.assert_close(scores, torch.stack(omega))
            torch.testing.assert_close(weights[i], torch.stack(alpha))
            torch.testing.assert_close(contexts[i], z)
