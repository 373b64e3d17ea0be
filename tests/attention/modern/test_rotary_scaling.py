"""Scaled rotary frequencies, against the rules written case by case."""

import math

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import llama3_frequencies, rotary_frequencies


def by_cases(
    omega: float, factor: float, low: float, high: float, length: int
) -> float:
    """Llama 3.1's rule by wavelengths, as Meta's code has it."""
    wavelength = 2 * math.pi / omega
    if wavelength < length / high:
        return omega
    if wavelength > length / low:
        return omega / factor
    smooth = (length / wavelength - low) / (high - low)
    return (1 - smooth) * omega / factor + smooth * omega


@settings(max_examples=60)
@given(
    pairs=st.integers(1, 67),
    base=st.floats(2.0, 1e6),
    factor=st.floats(0.5, 64.0),
    low=st.floats(0.5, 3.0),
    more=st.floats(0.1, 40.0),
    length=st.integers(1, 20_000),
)
def test_llama3s_rule_is_that_of_its_cases(pairs, base, factor, low, more, length):
    omega = rotary_frequencies(2 * pairs, base)
    found = llama3_frequencies(omega, factor, low, low + more, length)
    expected = [by_cases(o, factor, low, low + more, length) for o in omega.tolist()]
    torch.testing.assert_close(
        found, torch.tensor(expected, dtype=torch.float64), rtol=1e-12, atol=0
    )


def test_the_defaults_are_those_of_llama():
    omega = rotary_frequencies(128, 500000.0)
    found = llama3_frequencies(omega)
    assert torch.equal(found, llama3_frequencies(omega, 8.0, 1.0, 4.0, 8192))
    assert torch.equal(found[:29], omega[:29])  # wavelengths below 2048
    assert torch.equal(found[35:], omega[35:] / 8)  # and above 8192
    assert ((found < omega) & (found > omega / 8))[29:35].all()
    assert (found.diff() < 0).all()
