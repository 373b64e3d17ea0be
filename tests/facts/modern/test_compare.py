"""What is behind the general sentences of docs/modern/compare.md."""

from attention import grouped_costs, latent_costs
from tests.facts.says import says


def test_formulas() -> None:
    """Those of what layers have: tests/attention/modern/test_costs.py."""
    says(
        "modern/compare",
        r"\[ \text{weights} = 2\,d\,hk + 2\,d\,gk \qquad \text{cached} = 2\,gk \qquad \text{per key} = 2\,hk \]",
        r"\[ \text{cached} = l + r \qquad \text{per key} = h\,(l + r + l) \]",
        r"With \(d\) features, \(h\) heads of width \(k\) and \(g\) groups, the matrices for the queries and for the result have \(d \cdot hk\) weights each, and those for keys and values \(d \cdot gk\) each:",
        r"For GPT-2, it is twice the number of features, \(4\,d^2\) divided by \(2\,d\).",
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
