"""What is behind the general sentences of docs/modern/compare.md."""

import torch

from attention import grouped_costs, latent_costs, scaled_dot_product_attention
from tests.facts.draw import draw
from tests.facts.says import says


def test_what_is_left_out_is_small() -> None:
    """In operations, two for each multiply-add, at any number of keys."""
    says(
        "modern/compare",
        "We leave out biases, norms, rotations, the scaling of scores and the softmax.",
        "In the models below, each of them would add 2 % at most to the operations.",
    )
    for costs, heads, features, rotated in (
        (grouped_costs(768, 12, 12, 64), 12, 768, 0),
        (grouped_costs(2048, 8, 1, 256), 8, 2048, (8 + 1) * 256),  # queries and keys
        (grouped_costs(4096, 32, 8, 128), 32, 4096, (32 + 8) * 128),
        (latent_costs(7168, 128, 128, 512, 64, 1536), 128, 7168, (128 + 1) * 64),
    ):
        for_token, for_key = 2 * costs.weights, 2 * costs.per_key
        assert 4 * features < 0.02 * for_token  # biases, one addition each
        assert 10 * (features + 1536 + 512) < 0.02 * for_token  # norms
        assert 3 * rotated < 0.02 * for_token  # two products and a sum for each
        # Scores are scaled. The softmax compares, subtracts, raises, adds, divides.
        assert 5 * heads < 0.02 * for_key


def test_formulas() -> None:
    """Those of what layers have: tests/attention/modern/test_costs.py."""
    says(
        "modern/compare",
        r"With \(d\) features, \(h\) heads of width \(k\) and \(g\) groups, the matrices for the queries and for the result have \(d \cdot hk\) weights each, and those for keys and values \(d \cdot gk\) each:",
        r"\[ \text{weights} = 2\,d\,hk + 2\,d\,gk \qquad \text{cached} = 2\,gk \qquad \text{per key} = 2\,hk \]",
        "The 2 in the last two formulas is there because a token has a key and a value.",
        r"A score takes \(k\) multiply-adds, and adding a value times its weight takes \(k\) more.",
        r"\[ \text{cached} = l + r \qquad \text{per key} = h\,(l + r + l) \]",
        r"It is twice the number of features, \(4\,d^2\) divided by \(2\,d\).",
        "Multi-head attention uses each number in a single multiply-add.",
        "In latent attention, all heads use the same numbers, and most of them twice, as part of a key and as part of a value.",
    )
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


def test_latent_takes_more_for_each_key_because_it_is_absorbed() -> None:
    says(
        "modern/compare",
        "Latent attention takes more than four times as many multiply-adds for each key here, because we use the absorbed way.",
        "As long as there are few keys, this latent attention takes fewer multiply-adds for a new token than multi-head attention, because it has fewer weights.",
        "DeepSeek-V3 also compresses its queries, to 1,536 numbers, which saves weights.",
    )
    multi_head = grouped_costs(4096, 32, 32, 128)
    latent = latent_costs(4096, 32, 128, 512, 64)
    restored = 32 * (128 + 64 + 128)  # a score, and a value times its weight
    assert latent.per_key > 4 * multi_head.per_key
    assert restored < 1.3 * multi_head.per_key
    assert latent.weights < multi_head.weights
    v3 = 7168, 128, 128, 512, 64
    assert latent_costs(*v3, query_dim=1536).weights < latent_costs(*v3).weights


def test_every_cached_number_counts() -> None:
    says(
        "modern/compare",
        "The result for a new token depends on every number in the cache, so the processor has to read them all, and may have to wait for memory.",
    )
    query, latents = draw(0, 4, 1, 7), draw(1, 9, 5 + 2).requires_grad_()
    keys, values = (draw(seed, 2, 9, 7).requires_grad_() for seed in (2, 3))
    shared = [part.repeat_interleave(2, dim=0) for part in (keys, values)]
    out, _ = scaled_dot_product_attention(query, *shared)
    there, _ = scaled_dot_product_attention(query, latents, latents[:, :5])
    given = (keys, values, latents)
    for slopes in torch.autograd.grad(out.sin().sum() + there.sin().sum(), given):
        assert (slopes != 0).all()
