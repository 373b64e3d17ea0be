"""Pairs of a key and a value, and the models that recall them."""

import pytest
import torch

from attention.examples import draw_pairs
from attention.examples.pairs import pair_batches
from tests.attention.expect import seeded


@pytest.mark.parametrize(("num_keys", "writes"), [(1, 1), (5, 2), (7, 3), (32, 1)])
def test_the_value_that_was_written_last_is_the_answer(num_keys: int, writes: int):
    ids, answers = draw_pairs(50, num_keys, writes, seeded())
    assert ids.shape == (50, num_keys * (2 * writes + 1))
    for row, answer in zip(ids.tolist(), answers.tolist(), strict=True):
        asked = row[2 * num_keys * writes :]
        written = row[: 2 * num_keys * writes]
        keys, values = written[::2], [token - 32 for token in written[1::2]]
        assert sorted(keys) == sorted(asked * writes)
        assert len(set(asked)) == num_keys
        now = dict(zip(keys, values, strict=True))
        assert [now[key] for key in asked] == answer
    assert set(ids.unique().tolist()) <= set(range(64))
    assert torch.equal(ids, draw_pairs(50, num_keys, writes, seeded())[0])


def test_batches_have_targets_where_a_key_is_asked_for_alone():
    for ids, targets in pair_batches(3, 5, 2, seeded()):
        assert ids.shape == targets.shape == (64, 25)
        assert (targets[:, :20] == -100).all()
        assert (targets[:, 20:] >= 0).all()
    again, answers = draw_pairs(64, 5, 2, seeded())
    first, targets = next(pair_batches(1, 5, 2, seeded()))
    assert torch.equal(first, again)
    assert torch.equal(targets[:, 20:], answers)
