"""What is behind the general sentences of docs/order/sinusoidal.md."""

import math

import pytest
import torch

from attention import shift_matrix, sinusoidal_positions


def test_the_formula_of_each_feature():
    for d_model in (3, 10):  # an odd width ends in a sine
        for p in (0, 7, -17, 100_000):
            PE = sinusoidal_positions(torch.tensor(p).double(), d_model).tolist()
            for i in range((d_model + 1) // 2):
                omega_i = 10000 ** (-2 * i / d_model)
                features = [math.sin(omega_i * p), math.cos(omega_i * p)]
                assert PE[2 * i : 2 * i + 2] == pytest.approx(
                    features[: d_model - 2 * i], abs=1e-9
                )


def test_a_matrix_for_keys_tells_before_from_after():
    for k in (1, 7, 20):
        positions = torch.tensor([500, 500 + k, 500 - k]).double()
        here, after, before = sinusoidal_positions(positions, 10)
        torch.testing.assert_close(here @ after, here @ before)
        M_k = shift_matrix(torch.tensor(k).double(), 10)
        assert here @ M_k @ before > here @ M_k @ after + 1e-3
