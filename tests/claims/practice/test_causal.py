"""What is behind the general sentences of docs/practice/causal.md."""

import pytest
import torch

from tests.claims.quotes import cited, tested

cited(
    "They may be allowed to attend to each other: GPT-3 was trained this way, with a "
    "special token between the texts (Brown et al., 2020, appendix B).",
    source="Brown et al. (2020), Language Models are Few-Shot Learners, appendix B",
)


@tested(
    "The word itself is one of the 8, so a layer reaches seven positions back, "
    "and each additional layer seven more."
)
@pytest.mark.parametrize(("words", "window"), [(100, 8), (20, 3), (9, 2)])
def test_layers_add_their_reach(words: int, window: int) -> None:
    distance = torch.arange(words)[:, None] - torch.arange(words)
    one = (distance >= 0) & (distance < window)
    reached, layers = one.double(), 1
    while not reached[-1, 0]:
        reached, layers = (reached @ one.double()).clamp(max=1), layers + 1
    assert layers == -(-(words - 1) // (window - 1))
