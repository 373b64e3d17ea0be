"""What is behind the general sentences of docs/order/sinusoidal.md."""

from math import cos, sin

import torch

from attention import shift_matrix, sinusoidal_positions
from tests.facts.says import says


def test_a_matrix_for_keys_tells_before_from_after():
    says(
        "order/sinusoidal",
        r"A score can, because the matrices for queries and keys come in between, and \(M_k\) and \(M_{-k}\) differ.",
    )
    for k in (1, 7, 20):
        positions = torch.tensor([500, 500 + k, 500 - k]).double()
        here, after, before = sinusoidal_positions(positions, 10)
        torch.testing.assert_close(here @ after, here @ before)
        M_k = shift_matrix(torch.tensor(k).double(), 10)
        assert here @ M_k @ before > here @ M_k @ after + 1e-3


def test_each_feature_is_what_the_paper_says():
    says(
        "order/sinusoidal",
        r"\[ \begin{aligned} PE(p, 2i) &= \sin(\omega_i\, p) \\ PE(p, 2i+1) &= \cos(\omega_i\, p) \\ \omega_i &= 10000^{-2i/d_{\text{model}}} \end{aligned} \]",
    )
    for p in (0, 3, 10**6):
        for d in (1, 7, 10):
            omega = [10000 ** (-2 * i / d) for i in range(d)]
            waves = [wave(w * p) for w in omega for wave in (sin, cos)][:d]
            found = sinusoidal_positions(torch.tensor(p), d, dtype=torch.float64)
            expected = torch.tensor(waves, dtype=torch.float64)
            torch.testing.assert_close(found, expected, atol=1e-9, rtol=0)
