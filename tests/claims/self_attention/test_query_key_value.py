"""What is behind the general sentences of docs/self-attention/query-key-value.md."""

import torch

from attention import (
    attention_scores,
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from tests.claims.draw import draw

ADA, SOLD, BOAT, BUT, SHE, IT = map(
    plane_tokens.index, ("ada", "sold", "boat", "but", "she", "it")
)


def test_attention_is_its_formula():
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


def test_what_the_words_in_the_plane_read():
    contexts, weights = scaled_dot_product_attention(
        plane_queries, plane_keys, plane_values
    )
    torch.testing.assert_close(weights[BUT], torch.full((8,), 1 / 8))
    assert weights[SOLD, ADA] == weights[SOLD, BOAT] > 0.39
    ada, boat = plane_values[[ADA, BOAT]]
    away = (contexts[SOLD] - (ada + boat) / 2).norm()
    assert away < 0.1 * (ada - boat).norm()
    assert (contexts[IT] - boat).norm() < 0.5
    person, thing = weights[IT] @ plane_keys  # handed over instead of values
    assert thing > 2 * person.abs()


def test_no_change_of_a_key_goes_unnoticed_in_the_plane_and_wider_keys_have_one():
    assert torch.linalg.matrix_rank(plane_queries[[SHE, IT]]) == 2
    for seed, wider in ((0, 4), (1, 7)):
        queries, key = draw(seed, 3, wider), draw(seed + 1, 1, wider)
        unread = torch.linalg.svd(queries).Vh[-1:]  # at right angles to all queries
        scores = attention_scores(queries, torch.cat([key, key + 10 * unread]))
        torch.testing.assert_close(scores[:, 0], scores[:, 1])


def test_exchanged_parts_transpose_the_scores():
    queries, keys = draw(0, 5, 3), draw(1, 5, 3)
    scores = scaled_attention_scores(queries, keys)
    exchanged = scaled_attention_scores(keys, queries)
    torch.testing.assert_close(exchanged, scores.T)
    assert not torch.allclose(exchanged, scores)
