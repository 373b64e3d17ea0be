"""What is behind the general sentences of docs/self-attention/before-attention.md."""

import torch

from attention import RecurrentEncoder
from tests.facts.draw import draw


def test_states_are_the_formula_and_a_change_is_carried_by_the_product():
    for seed in range(3):
        torch.manual_seed(seed)
        encoder = RecurrentEncoder(d_in=3, d_state=5).double()
        W, b, U = encoder.W_input.weight, encoder.W_input.bias, encoder.W_state.weight
        x = 3 * draw(seed, 7, 3)
        h = encoder(x)
        before = torch.zeros(5, dtype=torch.float64)
        for t in range(7):
            before = torch.tanh(W @ x[t] + b + U @ before)
            torch.testing.assert_close(h[t], before)
        assert (h.abs() <= 1).all()
        jacobians = torch.autograd.functional.jacobian(encoder, x)
        # The first word reaches later states through the first state alone.
        from_first = torch.diag(1 - h[0] ** 2) @ W
        for t in range(1, 7):
            J_t = torch.diag(1 - h[t] ** 2) @ U
            from_first = J_t @ from_first
            torch.testing.assert_close(jacobians[t, :, 0], from_first)
