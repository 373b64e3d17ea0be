"""The test of memory: models that are trained side by side; pages show what they do."""

import torch
from torch import nn

from attention.examples import AttentionRecall, recall_batch, train_recall


def test_training_side_by_side_equals_training_alone():
    def make(length: int) -> AttentionRecall:
        return AttentionRecall(length, d_model=7)

    models, shares = train_recall(make, length=2, seeds=(0, 1), steps=1)
    assert shares.shape == (2,)
    alone = []
    for seed in (0, 1):
        torch.manual_seed(seed)
        alone.append(make(2))
    ids, first = recall_batch(2, 16, length=2)  # the first step, one after the other
    for model, own, answers, trained in zip(alone, ids, first, models, strict=True):
        optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        nn.functional.cross_entropy(model(own), answers).backward()
        optimizer.step()
        torch.testing.assert_close(trained.state_dict(), model.state_dict())
