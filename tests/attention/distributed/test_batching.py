"""Static and continuous batches, against what has to hold of each schedule."""

import random as dice

import pytest

from attention.distributed import continuous_batches, static_batches
from tests.attention.expect import refuses


@pytest.mark.parametrize("rule", [static_batches, continuous_batches])
@pytest.mark.parametrize("seed", range(20))
def test_each_request_keeps_a_slot_for_as_many_steps_as_it_has_words(rule, seed: int):
    chance = dice.Random(seed)
    lengths = [chance.randint(1, 9) for _ in range(chance.randint(0, 12))]
    num_slots = chance.randint(1, 5)
    steps = rule(lengths, num_slots)
    assert all(len(slots) == num_slots for slots in steps)
    for request, length in enumerate(lengths):
        at = [(n, s.index(request)) for n, s in enumerate(steps) if request in s]
        first, slot = at[0]
        assert at == [(first + n, slot) for n in range(length)]
    begun = [min(n for n, s in enumerate(steps) if r in s) for r in range(len(lengths))]
    assert begun == sorted(begun)


def test_a_slot_is_idle_in_continuous_batches_only_when_nobody_waits():
    steps = continuous_batches([3, 1, 1, 2], 2)
    assert steps == [[0, 1], [0, 2], [0, 3], [None, 3]]
    assert static_batches([3, 1, 1, 2], 2) == [
        [0, 1], [0, None], [0, None], [2, 3], [None, 3],
    ]  # fmt: skip


@pytest.mark.parametrize("rule", [static_batches, continuous_batches])
def test_no_slots_and_empty_requests_are_refused(rule):
    refuses("num_slots must be at least 1. Got 0.", rule, [3], 0)
    refuses("lengths[1] must be at least 1. Got 0.", rule, [3, 0], 2)
