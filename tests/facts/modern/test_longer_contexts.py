"""What docs/modern/longer-contexts.md says in general."""

from torch.testing import assert_close

from attention import rotary_frequencies
from tests.facts.says import says


def test_a_larger_base_slows_the_slowest_pair_by_the_factor_and_the_first_not() -> None:
    says(
        "modern/longer-contexts",
        r"For that, the old base is multiplied by \(4^{d/(d-2)}\), which is called NTK-aware scaling (Peng et al., 2023, section 3.1):",
        r"Pair \(i\) slows down by a factor of \(4^{2i/(d-2)}\), because the new base divides \(\omega_i = \text{base}^{-2i/d}\) by that.",
        r"For \(i = 0\) this is 1, and for the last pair, \(i = d/2 - 1\), it is 4.",
    )
    for d, base in ((4, 10_000.0), (10, 500_000.0), (128, 10_000.0)):
        larger = base * 4 ** (d / (d - 2))
        slower = rotary_frequencies(d, base) / rotary_frequencies(d, larger)
        expected = [4 ** (2 * i / (d - 2)) for i in range(d // 2)]
        assert_close(slower, slower.new_tensor(expected))
        assert expected[0] == 1
        assert expected[d // 2 - 1] == 4
