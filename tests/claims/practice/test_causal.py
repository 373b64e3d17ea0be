"""What is behind the general sentences of docs/practice/causal.md."""

import pytest
import torch

from attention import (
    causal_mask,
    masked_attention_weights,
    scaled_attention_scores,
    window_mask,
)


@pytest.mark.parametrize(("words", "window"), [(100, 8), (20, 3), (9, 2)])
def test_layers_of_attention_add_their_reach(words: int, window: int) -> None:
    torch.manual_seed(0)
    x = torch.randn(words, 2, dtype=torch.float64, requires_grad=True)
    mask = causal_mask(words).triu(1 - window)
    assert torch.equal(mask, window_mask(words, window=window))
    outputs, needed = [x], -(-(words - 1) // (window - 1))
    for _ in range(needed):
        scores = scaled_attention_scores(outputs[-1], outputs[-1])
        outputs.append(masked_attention_weights(scores, mask) @ outputs[-1])
    for layers in (needed - 1, needed):
        (slopes,) = torch.autograd.grad(outputs[layers][-1].sum(), x, retain_graph=True)
        first = slopes.any(dim=-1).int().argmax().item()
        assert first == max(0, words - 1 - layers * (window - 1))
        assert (first == 0) == (layers == needed)
