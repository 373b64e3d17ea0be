"""What is behind the general sentences of docs/multi-head/side-by-side.md."""

import torch

from attention import MultiHeadAttentionWrapper
from tests.claims.draw import draw


def test_two_heads_as_the_formula_has_them() -> None:
    for d_head in (1, 2, 5):
        torch.manual_seed(d_head)
        layer = MultiHeadAttentionWrapper(3, d_head, 6, 0.0, num_heads=2).double()
        x, M = draw(0, 6, 3), torch.full((6, 6), -torch.inf).triu(diagonal=1)
        Z = []
        for head in layer.heads:
            scores = head.W_query(x) @ head.W_key(x).T / d_head**0.5
            Z.append(torch.softmax(scores + M, dim=-1) @ head.W_value(x))
        torch.testing.assert_close(layer(x), torch.cat([Z[0], Z[1]], dim=-1))


def test_a_loss_on_one_head_moves_that_head_alone() -> None:
    torch.manual_seed(0)
    layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 3, qkv_bias=True).double()
    layer(draw(0, 6, 3))[:, 2:4].square().sum().backward()  # of head 1
    for number, head in enumerate(layer.heads):
        for W in (head.W_query, head.W_key, head.W_value):
            assert bool(W.weight.grad.any()) == (number == 1)
