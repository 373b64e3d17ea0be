"""What is behind the general sentences of docs/modern/compare.md."""

import torch

from attention import grouped_costs, latent_costs, scaled_dot_product_attention
from tests.claims.draw import draw

MODELS = {
    "GPT-2": grouped_costs(768, 12, 12, 64),
    "Gemma 2B": grouped_costs(2048, 8, 1, 256),
    "Mistral 7B": grouped_costs(4096, 32, 8, 128),
    "Llama 3 8B": grouped_costs(4096, 32, 8, 128),
    "DeepSeek-V3": latent_costs(7168, 128, 128, 512, 64, 1536),
}


def test_latent_takes_more_for_each_key_because_it_is_absorbed() -> None:
    multi_head = grouped_costs(4096, 32, 32, 128)
    latent = latent_costs(4096, 32, 128, 512, 64)
    restored = 32 * (128 + 64 + 128)  # a score, and a value times its weight
    assert latent.per_key > 4 * multi_head.per_key
    assert restored < 1.3 * multi_head.per_key
    assert latent.weights < multi_head.weights
    for keys, fewer in ((0, True), (699, True), (700, False), (10**9, False)):
        here, there = (c.weights + keys * c.per_key for c in (latent, multi_head))
        assert (here < there) == fewer
    whole_queries = latent_costs(7168, 128, 128, 512, 64)
    assert MODELS["DeepSeek-V3"].weights < whole_queries.weights


def test_what_is_left_out_is_small() -> None:
    """In operations, two for each multiply-add, at any number of keys."""
    for name, heads, features, rotated in (
        ("GPT-2", 12, 768, 0),
        ("Gemma 2B", 8, 2048, (8 + 1) * 256),  # all queries and keys
        ("Mistral 7B", 32, 4096, (32 + 8) * 128),
        ("Llama 3 8B", 32, 4096, (32 + 8) * 128),
        ("DeepSeek-V3", 128, 7168, (128 + 1) * 64),
    ):
        for_token, for_key = 2 * MODELS[name].weights, 2 * MODELS[name].per_key
        assert 4 * features < 0.02 * for_token  # biases, one addition each
        assert 10 * (features + 1536 + 512) < 0.02 * for_token  # norms
        assert 3 * rotated < 0.02 * for_token  # two products and a sum for each
        # Scores are scaled. The softmax compares, subtracts, raises, adds, divides.
        assert 5 * heads < 0.02 * for_key


def test_formulas() -> None:
    """Those of what layers have: tests/attention/modern/test_costs.py."""
    for h, k, g, l_, r in ((4, 3, 2, 9, 2), (6, 5, 1, 7, 4), (3, 2, 3, 5, 2)):
        d = h * k
        costs = grouped_costs(d, h, g, k)
        assert costs == (2 * d * h * k + 2 * d * g * k, 2 * g * k, 2 * h * k)
        latent = latent_costs(d, h, k, l_, r)
        assert latent.cached == l_ + r
        assert latent.per_key == h * (l_ + r + l_)
        own = grouped_costs(d, h, h, k)  # multi-head
        assert own.weights / own.per_key == 4 * d**2 / (2 * d) == 2 * d
        assert own.per_key == own.cached
        assert latent.per_key == h * (latent.cached + l_)  # the latents twice
        assert 2 * l_ > latent.cached


def test_every_cached_number_counts() -> None:
    query, latents = draw(0, 4, 1, 7), draw(1, 9, 5 + 2).requires_grad_()
    keys, values = (draw(seed, 2, 9, 7).requires_grad_() for seed in (2, 3))
    shared = [part.repeat_interleave(2, dim=0) for part in (keys, values)]
    out, _ = scaled_dot_product_attention(query, *shared)
    there, _ = scaled_dot_product_attention(query, latents, latents[:, :5])
    given = (keys, values, latents)
    for slopes in torch.autograd.grad(out.sin().sum() + there.sin().sum(), given):
        assert (slopes != 0).all()
