"""What is behind the formula of docs/practice/order.md."""

import pytest
import torch

from attention import scaled_dot_product_attention


@pytest.mark.parametrize("width", [1, 2, 5])
def test_a_shuffle_moves_the_rows(width: int) -> None:
    torch.manual_seed(width)
    P = torch.eye(7, dtype=torch.float64)[torch.randperm(7)]
    Q, K, V = torch.randn(3, 7, width, dtype=torch.float64)
    Z, _ = scaled_dot_product_attention(Q, K, V)
    shuffled = torch.softmax(P @ Q @ K.T @ P.T / width**0.5, dim=-1) @ P @ V
    moved = P @ torch.softmax(Q @ K.T / width**0.5, dim=-1) @ P.T @ P @ V
    torch.testing.assert_close(shuffled, P @ Z)
    torch.testing.assert_close(moved, P @ Z)
