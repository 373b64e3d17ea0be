"""What is behind the general sentences of docs/order/sinusoidal.md."""

import torch

from attention import shift_matrix, sinusoidal_positions


def test_a_matrix_for_keys_tells_before_from_after():
    for k in (1, 7, 20):
        positions = torch.tensor([500, 500 + k, 500 - k]).double()
        here, after, before = sinusoidal_positions(positions, 10)
        torch.testing.assert_close(here @ after, here @ before)
        M_k = shift_matrix(torch.tensor(k).double(), 10)
        assert here @ M_k @ before > here @ M_k @ after + 1e-3
