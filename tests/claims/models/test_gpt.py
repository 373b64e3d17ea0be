"""What is behind the general sentences of docs/models/gpt.md."""

import math

import torch
import torch.nn.functional as F

from attention import GPT


@torch.no_grad()
def test_an_untrained_model_guesses_evenly_and_a_wider_one_less() -> None:
    ids = torch.randint(50, (100, 9), generator=torch.Generator().manual_seed(0))
    targets = ids[:, 1:].flatten()
    for width, low, high in ((16, -0.05, 0.05), (768, 0.1, 0.2)):
        torch.manual_seed(0)
        model, lengths = GPT(50, 8, width, 2, 4), []
        model.final_norm.register_forward_hook(
            lambda *a, lengths=lengths: lengths.append(a[2].norm(dim=-1).mean().item())
        )
        logits = model(ids[:, :8]).flatten(0, 1)
        assert math.isclose(lengths[0], math.sqrt(width), rel_tol=0.05)
        assert math.isclose(logits.std(), 0.02 * math.sqrt(width), rel_tol=0.15)
        assert low < F.cross_entropy(logits, targets) - math.log(50) < high
        assert F.cross_entropy(100 * logits, targets) > math.log(50) + 2
    even = F.cross_entropy(torch.zeros(7, 50), torch.arange(7))
    assert math.isclose(even, math.log(50), rel_tol=1e-6)


def test_the_rule_for_blocks() -> None:
    with torch.device("meta"):
        model = GPT(50257, 1024, 1024, 24, 16)
    matrices = [p for p in model.blocks.parameters() if p.dim() == 2]
    assert sum(p.numel() for p in matrices) == 12 * 24 * 1024**2
    rest = sum(p.numel() for p in model.parameters()) - 12 * 24 * 1024**2
    assert rest / 2 < 50257 * 1024
