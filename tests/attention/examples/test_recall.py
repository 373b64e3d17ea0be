"""The test of memory: its data, its two models, and their training side by side."""

import pytest
import torch
from torch import nn

from attention import AttentionRecall, RecurrentRecall, recall_batch, train_recall

LENGTH, D_MODEL = 5, 7
every_model = pytest.mark.parametrize("make", [RecurrentRecall, AttentionRecall])


def test_a_sequence_ends_with_the_question_and_its_answer_is_the_first_word():
    torch.manual_seed(0)
    ids, first = recall_batch(3, 2, length=LENGTH)
    assert ids.shape == (3, 2, LENGTH + 1)
    assert torch.equal(first, ids[..., 0])
    assert ids[..., -1].eq(4).all()
    assert set(ids[..., :-1].flatten().tolist()) == {0, 1, 2, 3}


@every_model
def test_every_word_reaches_the_answer_in_a_batch_as_alone(make):
    torch.manual_seed(0)
    model = make(LENGTH, d_model=D_MODEL)
    ids, _ = recall_batch(3, 2, length=LENGTH)
    logits = model(ids)
    torch.testing.assert_close(model(ids[2, 1]), logits[2, 1])
    positions = model.embed.positions.weight  # one row for each word
    (gradient,) = torch.autograd.grad(logits.sum(), positions)
    assert gradient.ne(0).any(dim=-1).all()


def test_a_vector_is_the_sum_of_a_words_own_and_that_of_its_position():
    embed = AttentionRecall(2, d_model=1).embed
    with torch.no_grad():
        embed.words.weight.copy_(torch.tensor([[10.0, 20.0, 30.0, 40.0, 50.0]]).T)
        embed.positions.weight.copy_(torch.tensor([[1.0, 2.0, 3.0]]).T)
    assert embed(torch.tensor([3, 0, 4])).tolist() == [[41.0], [12.0], [53.0]]


def test_training_side_by_side_equals_training_alone():
    def make() -> AttentionRecall:
        return AttentionRecall(2, d_model=D_MODEL)

    models, shares = train_recall(make, length=2, seeds=(0, 1), steps=1)
    assert shares.shape == (2,)
    alone = []
    for seed in (0, 1):
        torch.manual_seed(seed)
        alone.append(make())
    ids, first = recall_batch(2, 16, length=2)  # the first step, one after the other
    for model, own, answers, trained in zip(alone, ids, first, models, strict=True):
        optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        nn.functional.cross_entropy(model(own), answers).backward()
        optimizer.step()
        torch.testing.assert_close(trained.state_dict(), model.state_dict())
