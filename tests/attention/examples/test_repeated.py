"""Random sequences that are said twice."""

import pytest
import torch

from attention.examples import said_twice
from attention.examples.repeated import said_twice_batches
from tests.attention.expect import seeded


@pytest.mark.parametrize("length", [1, 7, 16])
def test_both_copies_are_the_same_different_tokens(length: int):
    ids = said_twice(500, length, seeded())
    assert ids.shape == (500, 2 * length)
    assert torch.equal(ids[:, :length], ids[:, length:])
    assert all(len(set(row[:length])) == length for row in ids.tolist())
    assert ids.unique().tolist() == list(range(16))
    assert torch.equal(ids, said_twice(500, length, seeded()))


def test_batches_have_targets_in_the_second_saying_alone():
    lengths = set()
    for ids, targets in said_twice_batches(100, seeded()):
        length = (ids.shape[1] + 1) // 2
        lengths.add(length)
        assert ids.shape == targets.shape == (64, 2 * length - 1)
        assert (targets[:, :length] == -100).all()
        assert torch.equal(targets[:, length:-1], ids[:, length + 1 :])
        assert torch.equal(targets[:, -1], ids[:, length - 1])
    assert lengths == set(range(4, 13))
