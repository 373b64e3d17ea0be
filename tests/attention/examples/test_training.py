"""Training: the loss by hand, one step as torch's optimiser takes it, and writing."""

import pytest
import torch
import torch.nn.functional as F

from attention import Transformer
from attention.examples import fit, greedy
from tests.attention.expect import numbered, random

PAD = 2
IDS = torch.tensor([[3, 11, 0], [12, 1, 1]])
TARGETS = torch.tensor([[11, 0, 5], [1, PAD, PAD]])


class Table(torch.nn.Embedding):
    """Logits that depend on the last token alone."""

    def __init__(self) -> None:
        super().__init__(13, 13)
        self.weight.data = random(13, 13)


@pytest.mark.parametrize("pad_id", [-100, PAD])
def test_each_batch_is_one_step_of_adamw(pad_id: int):
    batches = [(IDS, TARGETS), (IDS.flip(0), TARGETS.flip(0)), (IDS[:1], TARGETS[:1])]
    ours, theirs = Table(), Table()
    losses = fit(ours, iter(batches), 0.03, pad_id)
    optimizer = torch.optim.AdamW(theirs.parameters(), lr=0.03)
    for (ids, targets), loss in zip(batches, losses, strict=True):
        logits = theirs(ids).transpose(1, 2)
        expected = F.cross_entropy(logits, targets, ignore_index=pad_id)
        assert loss == pytest.approx(expected.item())
        optimizer.zero_grad()
        expected.backward()
        optimizer.step()
    torch.testing.assert_close(ours.weight, theirs.weight)
    assert fit(ours, [], 0.1) == []
    marked = torch.where(TARGETS == PAD, -100, TARGETS)  # what torch does not count
    for one, targets, pad in ((ours, marked, -100), (theirs, TARGETS, PAD)):
        fit(one, [(IDS, targets)], 0.1, pad)
    torch.testing.assert_close(ours.weight, theirs.weight)


SOURCE = torch.tensor([[3, 1, 10, 4, 5], [9, 2, 7, 0, 0], [1, 1, 6, 2, 0]])


def test_each_word_is_the_largest_logit_after_those_before_until_its_target_ends():
    model, ids, calls = (
        numbered(Transformer(11, 13, 7, 6, 2, 3, pad_id=0)),
        torch.full((3, 1), 12),
        [],
    )
    for _ in range(7):
        new = model(SOURCE, ids)[:, -1].argmax(-1, keepdim=True)
        ids = torch.cat([ids, new], dim=-1)
    model.encoder_norm.register_forward_hook(lambda *a: calls.append(a[2]))
    endless = greedy(model, SOURCE, 12, -1, 7)
    assert torch.equal(endless, ids[:, 1:])
    assert [memory.requires_grad for memory in calls] == [False]  # read once
    assert greedy(model, SOURCE, 12, -1, 0).shape == (3, 0)
    end = int(endless[0, 2])
    written = greedy(model, SOURCE, 12, end, 7)
    for row, free in zip(written.tolist(), endless.tolist(), strict=True):
        length = free.index(end) + 1 if end in free else 7
        assert row == (free[:length] + [end] * 7)[: len(row)]
    alone = greedy(model, SOURCE[:1], 12, end, 7)
    assert alone.tolist() == [endless[0, : endless[0].tolist().index(end) + 1].tolist()]


def test_targets_may_be_allowed_more_words_than_positions_if_they_end():
    model = numbered(Transformer(11, 13, 7, 6, 2, 3, pad_id=0))
    torch.nn.init.zeros_(model.out_head.weight)
    model.out_head.bias.data = torch.eye(13, dtype=torch.float64)[5]
    assert greedy(model, SOURCE, 12, 5, 100).tolist() == [[5]] * 3
