"""What is behind the general sentences of docs/modern/compare.md."""

from attention import grouped_costs, latent_costs
from tests.facts.says import says


def test_what_is_left_out_is_small() -> None:
    """In operations, two for each multiply-add, at any number of keys."""
    says(
        "modern/compare",
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
        r"\[ \text{weights} = 2\,d\,hk + 2\,d\,gk \qquad \text{cached} = 2\,gk \qquad \text{per key} = 2\,hk \]",
        r"\[ \text{cached} = l + r \qquad \text{per key} = h\,(l + r + l) \]",
        r"With \(d\) features, \(h\) heads of width \(k\) and \(g\) groups, the matrices for the queries and for the result have \(d \cdot hk\) weights each, and those for keys and values \(d \cdot gk\) each:",
        r"It is twice the number of features, \(4\,d^2\) divided by \(2\,d\).",
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
