"""What is behind the general sentences of docs/multi-head/gpt2-size.md."""

import pytest
import torch

from attention import MultiHeadAttention
from tests.facts.says import says


def test_heads_and_context_are_not_in_the_weights() -> None:
    says(
        "causal/class",
        "Ours is not saved, because it can be rebuilt from a single number, so a layer saved with one `context_length` loads into a layer with another.",
    )
    says(
        "multi-head/gpt2-size",
        "So you cannot tell the number of heads from the shapes of the weights: a checkpoint loads into a layer with a different number of heads, but from the second token on, the output is different.",
        r"\[ 3\,d^2 + (d^2 + d) = 4\,d^2 + d \]",
    )
    torch.manual_seed(0)
    d, x = 24, torch.randn(6, 24)
    saved = MultiHeadAttention(d, d, 6, 0.0, num_heads=3)
    for num_heads, context_length in ((1, 6), (2, 30), (12, 30)):
        layer = MultiHeadAttention(d, d, context_length, 0.0, num_heads)
        count = sum(p.numel() for p in layer.parameters())
        assert count == 3 * d**2 + (d**2 + d) == 4 * d**2 + d
        layer.load_state_dict(saved.state_dict())
        torch.testing.assert_close(layer(x)[0], saved(x)[0])
        assert ((layer(x) - saved(x)).abs().amax(dim=-1)[1:] > 1e-5).all()

    with pytest.raises(ValueError, match="d_out must be divisible"):
        MultiHeadAttention(d, d, 6, 0.0, num_heads=5)


def test_all_weights_are_kept_for_the_gradients() -> None:
    says(
        "multi-head/gpt2-size",
        r"\[ \weight{\text{weights}} = \text{batch} \times \text{heads} \times \text{tokens}^2 \]",
        "During training our plain layer keeps its weights until the gradients are computed.",
    )
    sizes: list[int] = []
    layer, x = MultiHeadAttention(6, 6, 7, 0.0, 2), torch.rand(5, 7, 6)
    keep = lambda tensor: (sizes.append(tensor.numel()), tensor)[1]  # noqa: E731
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        layer(x)
    assert 5 * 2 * 7**2 in sizes
