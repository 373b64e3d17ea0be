"""What docs/frontier/eight-bits.md says in general."""

import pytest
import torch

from tests.facts.says import says

CODES = torch.arange(256).to(torch.uint8)
TYPES = {torch.float8_e4m3fn: (3, 7), torch.float8_e5m2: (2, 15)}


def test_the_formula_of_a_code():
    says(
        "frontier/eight-bits",
        r"\[ (-1)^s \, 2^{e - 7} \left(1 + \frac{f}{8}\right) \;\text{ if } e > 0, \qquad (-1)^s \, 2^{-6} \, \frac{f}{8} \;\text{ if } e = 0 \]",
    )
    found = CODES.view(torch.float8_e4m3fn).float()
    for code in set(range(256)) - {127, 255}:
        s, e, f = code >> 7, code >> 3 & 15, code & 7
        normal = (-1) ** s * 2.0 ** (e - 7) * (1 + f / 8)
        value = normal if e > 0 else (-1) ** s * 2.0**-6 * f / 8
        assert found[code] == value


@pytest.mark.parametrize("dtype", TYPES)
def test_the_bound_of_rounding(dtype: torch.dtype):
    """Reached between any two powers of two, and never exceeded."""
    says(
        "frontier/eight-bits",
        r"\[ \frac{2^{k-M-1}}{2^k + 2^{k-M-1}} = \frac{1}{2^{M+1} + 1} \]",
        r"Relative to the number, this is largest halfway between \(2^k\) and the next larger number:",
    )
    M, bias = TYPES[dtype]
    for k in range(1 - bias, 8):
        bound = 2.0 ** (k - M - 1) / (2.0**k + 2.0 ** (k - M - 1))
        assert bound == 1 / (2 ** (M + 1) + 1)
        x = torch.linspace(2.0**k, 2.0 ** (k + 1), 2 ** (M + 6) + 1)
        off = ((x.to(dtype).float() - x).abs() / x).max()
        assert off.item() == pytest.approx(bound)
