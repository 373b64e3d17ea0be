"""Pairs of a key and a value, and the models that recall them."""

import pytest
import torch

from attention.examples import PairMemory, draw_pairs, encode_pairs, pair_batches
from attention.examples.pair_memory import RULES
from tests.attention.expect import refusal, refuses, seeded


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
        assert (targets[:, :20] == -1).all()
        assert (targets[:, 20:] >= 0).all()
    again, answers = draw_pairs(64, 5, 2, seeded())
    first, targets = next(pair_batches(1, 5, 2, seeded()))
    assert torch.equal(first, again)
    assert torch.equal(targets[:, 20:], answers)


def test_what_cannot_be_drawn_or_written_is_refused():
    for num_keys in (0, 33):
        with refusal(f"num_keys must be from 1 to 32. Got {num_keys}."):
            draw_pairs(2, num_keys)
    refuses("writes must be at least 1. Got 0.", draw_pairs, 2, 5, writes=0)
    for key in ("g", "", "AB"):
        with refusal(f"keys must be from A to Z or from a to f. Got {key!r}."):
            encode_pairs([("A", 1)], asked=key)
    for value in (-1, 32):
        with refusal(f"values must be from 0 to 31. Got {value}."):
            encode_pairs([("A", value)], asked="A")
    refuses(f"rule must be one of {', '.join(RULES)}. Got 'sum'.", PairMemory, "sum")
