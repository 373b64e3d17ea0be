"""What is behind the general sentences of docs/models/gpt.md."""

import math

import pytest
import torch
import torch.nn.functional as F

from attention import GPT


def make(seed: int, tied: bool = True) -> GPT:
    torch.manual_seed(seed)
    return GPT(50, 8, 16, 2, 4, tied=tied)


@pytest.mark.parametrize("seed", range(5))
def test_each_row_is_that_of_the_beginning_alone(seed: int) -> None:
    model, ids = make(seed).double(), torch.randint(50, (3, 8))
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.4)
    whole = model(ids)
    for length in range(1, 9):
        torch.testing.assert_close(model(ids[:, :length]), whole[:, :length])


def test_tied_rows_all_get_gradients_and_untied_ones_only_if_read() -> None:
    for seed in range(5):
        ids = torch.tensor([[3, 41, 7]])
        for tied, number in ((True, 50), (False, 3)):
            model = make(seed, tied)
            logits = model(ids)
            F.cross_entropy(logits[0], torch.tensor([41, 7, 9])).backward()
            rows = model.tok_emb.weight.grad.abs().sum(-1) > 0
            assert rows.sum() == number


def test_an_untrained_model_guesses_evenly() -> None:
    ids = torch.randint(50, (200, 9), generator=torch.Generator().manual_seed(0))
    for seed in range(5):
        model, targets = make(seed), ids[:, 1:].flatten()
        logits = model(ids[:, :8]).flatten(0, 1)
        assert logits.abs().max() < 0.5
        assert abs(F.cross_entropy(logits, targets) - math.log(50)) < 0.05
        assert F.cross_entropy(100 * logits, targets) > math.log(50) + 2
    even = F.cross_entropy(torch.zeros(7, 50), torch.arange(7))
    assert abs(even - math.log(50)) < 1e-6


@pytest.mark.parametrize(
    ("width", "spread", "low", "high"), [(16, 0.08, -0.05, 0.05), (768, 0.55, 0.1, 0.2)]
)
@torch.no_grad()
def test_a_wider_model_starts_less_evenly(
    width: int, spread: float, low: float, high: float
) -> None:
    ids = torch.randint(50, (100, 9), generator=torch.Generator().manual_seed(0))
    for seed in range(3):
        torch.manual_seed(seed)
        model = GPT(50, 8, width, 2, 4)
        lengths: list[float] = []
        model.final_norm.register_forward_hook(
            lambda *a, lengths=lengths: lengths.append(a[2].norm(dim=-1).mean().item())
        )
        logits = model(ids[:, :8]).flatten(0, 1)
        assert math.isclose(lengths[0], math.sqrt(width), rel_tol=0.05)
        assert abs(logits.std() - spread) < 0.15 * spread
        above = F.cross_entropy(logits, ids[:, 1:].flatten()) - math.log(50)
        assert low < above < high


def test_the_last_word_is_not_read() -> None:
    model = make(0)
    read: list[int] = []
    model.register_forward_pre_hook(lambda _, args: read.append(args[0].shape[-1]))
    assert model.generate(torch.tensor([[3, 41]]), 7).shape == (1, 9)
    assert max(read) == 8


def test_the_rule_for_blocks() -> None:
    with torch.device("meta"):
        model = GPT(50257, 1024, 1024, 24, 16)
    matrices = [p for p in model.blocks.parameters() if p.dim() == 2]
    assert sum(p.numel() for p in matrices) == 12 * 24 * 1024**2
    rest = sum(p.numel() for p in model.parameters()) - 12 * 24 * 1024**2
    assert rest / 2 < 50257 * 1024
