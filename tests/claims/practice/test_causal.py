"""What is behind the general sentences of docs/practice/causal.md."""

import pytest
import torch

from attention import (
    causal_mask,
    masked_attention_weights,
    scaled_attention_scores,
    window_mask,
)
from tests.claims.quotes import cited, tested

cited(
    "They may be allowed to attend to each other: GPT-3 was trained this way, with a "
    "special token between the texts (Brown et al., 2020, appendix B).",
    source="Brown et al. (2020), Language Models are Few-Shot Learners, appendix B",
)


@tested(
    "The word itself is one of the 8, so a layer reaches seven positions back, "
    "and each additional layer seven more.",
    "With 14 layers, the second word could affect the last, but the first could not.",
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
