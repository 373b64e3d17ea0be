"""Which requests a model writes a word for at each step: static and continuous batches.

A model has a number of slots, and writes one word for each request in a slot at each
step. A static batch ends when its longest request does. In continuous batches, the next
request takes a slot as soon as it is free (Yu et al., 2022, "Orca", section 3.1).
"""

from collections.abc import Sequence

from attention.checks import check_sizes


def static_batches(lengths: Sequence[int], num_slots: int) -> list[list[int | None]]:
    """Return for each step the requests in the slots, batch after batch.

    Args:
        lengths: How many words each request gets, in the order in which they came.
        num_slots: The number of slots.

    Returns:
        For each step and slot the number of its request, or None if it is idle.

    Raises:
        ValueError: If num_slots or a length is less than 1.
    """
    _check(lengths, num_slots)
    steps: list[list[int | None]] = []
    for start in range(0, len(lengths), num_slots):
        batch = range(start, min(start + num_slots, len(lengths)))
        idle = [None] * (num_slots - len(batch))
        for step in range(max(lengths[request] for request in batch)):
            steps.append([r if step < lengths[r] else None for r in batch] + idle)
    return steps


def continuous_batches(
    lengths: Sequence[int], num_slots: int
) -> list[list[int | None]]:
    """Return for each step the requests in the slots, which are filled as they empty.

    Args:
        lengths: How many words each request gets, in the order in which they came.
        num_slots: The number of slots.

    Returns:
        For each step and slot the number of its request, or None if it is idle.

    Raises:
        ValueError: If num_slots or a length is less than 1.
    """
    _check(lengths, num_slots)
    left, waiting = list(lengths), list(range(len(lengths)))
    slots: list[int | None] = [None] * num_slots
    steps: list[list[int | None]] = []
    while True:
        for slot, request in enumerate(slots):
            if request is None or left[request] == 0:
                slots[slot] = waiting.pop(0) if waiting else None
        live = [request for request in slots if request is not None]
        if not live:
            return steps
        steps.append([*slots])
        for request in live:
            left[request] -= 1


def _check(lengths: Sequence[int], num_slots: int) -> None:
    check_sizes(num_slots=num_slots)
    for request, length in enumerate(lengths):
        check_sizes(**{f"lengths[{request}]": length})
