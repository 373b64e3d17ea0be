"""YaRN's frequencies and the length of its vectors."""

import torch

from attention import rotary_frequencies, yarn_frequencies, yarn_length
from tests.attention.expect import refuses

omega = rotary_frequencies(22, 10_000.0)


def test_a_factor_of_one_changes_nothing():
    assert torch.allclose(yarn_frequencies(omega, 10_000.0, 1.0, 64.0), omega)
    assert yarn_length(1.0) == yarn_length(0.5) == 1.0


def test_a_ramp_between_equal_limits_is_one_step():
    slowed = yarn_frequencies(omega, 10_000.0, 8.0, 64.0, 2.0, 2.0, truncate=False)
    ratios = (omega / slowed).round(decimals=6).tolist()
    assert ratios == [1.0] * 2 + [8.0] * 9


def test_other_numbers_are_refused():
    rule = "base must be more than 1, and factor, original_length, beta_fast and "
    rule += "beta_slow positive. Got "
    refuses(
        f"{rule}1.0 and (8.0, 64, 32.0, 1.0).", yarn_frequencies, omega, 1.0, 8.0, 64
    )
    given = yarn_frequencies, omega, 1e4, 0.0, 64
    refuses(f"{rule}10000.0 and (0.0, 64, 32.0, 1.0).", *given)
