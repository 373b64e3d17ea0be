"""What is behind the general sentences of docs/modern/grouped.md."""

import torch

from attention import inputs, merge_heads
from tests.facts.blocks import run


@torch.no_grad()
def test_the_wrong_order_is_the_layer_with_two_heads_exchanged() -> None:
    found = run("modern/grouped/wrong-order.py")
    layer = found["layer"]
    wrong = layer.out_proj(merge_heads(found["contexts"]))
    assert not torch.allclose(layer(inputs), wrong, atol=1e-3)
    order = torch.tensor([0, 1, 4, 5, 2, 3, 6, 7])  # heads 0, 2, 1, 3
    layer.W_query.weight.copy_(layer.W_query.weight[order])
    layer.out_proj.weight.copy_(layer.out_proj.weight[:, order])
    torch.testing.assert_close(layer(inputs), wrong)
