"""What is behind the general sentences of docs/modern/grouped.md."""

import runpy

import torch

from attention import Attention, causal_mask, merge_heads, record_weights
from attention.examples import inputs
from tests.facts.draw import draw
from tests.facts.says import says


@torch.no_grad()
def test_the_wrong_order_is_the_layer_with_two_heads_exchanged() -> None:
    says(
        "modern/grouped",
        "A model trained like this from the start could do just as well, because it is the same layer with heads 1 and 2 swapped.",
    )
    found = runpy.run_path("snippets/modern/grouped/wrong-order.py")
    layer = found["layer"]
    wrong = layer.out_proj(merge_heads(found["contexts"]))
    assert not torch.allclose(layer(inputs), wrong, atol=1e-3)
    order = torch.tensor([0, 1, 4, 5, 2, 3, 6, 7])  # heads 0, 2, 1, 3
    layer.W_query.weight.copy_(layer.W_query.weight[order])
    layer.out_proj.weight.copy_(layer.out_proj.weight[:, order])
    torch.testing.assert_close(layer(inputs), wrong)


def test_a_head_reads_the_keys_of_its_group() -> None:
    says(
        "modern/grouped",
        r"With \(H\) heads in \(G\) groups, head \(h\), counted from 0, uses the keys and values of group `h // (H // G)`.",
    )
    H, G = 6, 2
    torch.manual_seed(0)
    layer = Attention(3, H * 4, 7, 0.0, H, num_kv_groups=G).double()
    x = draw(0, 7, 3)
    with record_weights(layer) as recorded:
        layer(x)
    for h in range(H):
        q = x @ layer.W_query.weight[4 * h : 4 * h + 4].T
        k = x @ layer.W_key.weight[4 * (h // (H // G)) :][:4].T
        scores = (q @ k.T / 2).masked_fill(~causal_mask(7), -torch.inf)
        torch.testing.assert_close(recorded["attend"][h], scores.softmax(dim=-1))
