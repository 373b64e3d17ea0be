"""What is behind the general sentences of docs/multi-head/side-by-side.md."""

import torch

from attention import MultiHeadAttentionWrapper
from tests.facts.draw import draw
from tests.facts.says import says


def test_a_loss_on_one_head_moves_that_head_alone() -> None:
    says(
        "multi-head/side-by-side",
        "Heads share their input and nothing else: a loss on one head's columns gives the others no gradient.",
    )
    torch.manual_seed(0)
    layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 3, qkv_bias=True).double()
    layer(draw(0, 6, 3))[:, 2:4].square().sum().backward()  # of head 1
    for number, head in enumerate(layer.heads):
        for W in (head.W_query, head.W_key, head.W_value):
            assert bool(W.weight.grad.any()) == (number == 1)
