"""What is behind the general sentences of docs/mistakes/shapes.md."""

import torch
from torch import Tensor, nn

from attention import attention_weights, merge_heads, split_heads
from tests.facts.draw import draw
from tests.facts.says import says


def test_four_mistakes_are_silent_and_still_wrong():
    """Torch's layer is tried, too: it takes a batch for tokens without a word."""
    says(
        "mistakes/shapes",
        "But a softmax over the wrong dimension, a missing `batch_first`, and heads split or merged without a transpose stay silent at these sizes too.",
        "So also compare the result for one sentence with the same sentence computed alone, and with torch's own function.",
    )
    torch.manual_seed(0)
    x = draw(0, 2, 6, 4)
    layer = nn.MultiheadAttention(4, 2).double()  # batch_first was forgotten
    right = nn.MultiheadAttention(4, 2, batch_first=True).double()
    right.load_state_dict(layer.state_dict())

    def attend(layer: nn.Module) -> Tensor:
        return layer(x, x, x)[0]

    heads = split_heads(x, 2)
    for wrong, expected in (
        (torch.softmax(x @ x.mT, dim=1), attention_weights(x @ x.mT)),
        (attend(layer), attend(right)),
        (x.view(2, 2, 6, 2), heads),
        (heads.reshape(2, 6, 4), merge_heads(heads)),
    ):
        assert wrong.shape == expected.shape
        assert not torch.allclose(wrong, expected)
