"""What is behind the general sentences of docs/models/gpt2-weights.md."""

import torch
from torch import nn

from attention import GPT
from tests.facts.says import says


@torch.no_grad()
def test_width_shows_the_wrong_gelu() -> None:
    says(
        "models/gpt2-weights",
        "The sizes matter, too: with as many features and heads as GPT-2, a logit changes by more than ten times the tolerance.",
    )
    torch.manual_seed(0)
    model, ids = GPT(61, 16, 768, 2, 12).double(), torch.randint(61, (3, 11))
    logits = model(ids)
    for block in model.blocks:
        block.feed_forward.layers[1] = nn.GELU()
    assert 1e-4 < (model(ids) - logits).abs().max() < 1e-1
