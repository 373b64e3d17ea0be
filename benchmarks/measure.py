"""Seconds of several forms, taken in turns, and the bytes that each needs."""

import math
import os
import timeit
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from benchmarks.cases import Run

LEAST = 0.02  # seconds that a timing lasts: shorter runs are repeated


def compare(runs: Mapping[str, Run], tolerance: float, device: str) -> dict[str, int]:
    """The peak bytes of each form; refuses one that does not give what the first gives.

    These are the first runs, which also prepare what later ones find.
    """
    found, expected, first = {}, [], next(iter(runs))
    for name, run in runs.items():
        result, found[name] = peak_bytes(run, device)
        expected = expected or result
        for one, two in zip(expected, result, strict=True):
            apart = ((one - two).abs().max() / one.abs().max()).item()
            if not apart <= tolerance:
                raise ValueError(
                    f"{name} must give what {first} gives before it is timed. "
                    f"Apart by {apart:.2g} of the largest number."
                )
    return found


def peak_bytes(run: Run, device: str) -> tuple[Sequence[Tensor], int]:
    """What a run gives, and the most bytes that torch holds at once in it for it."""
    if device == "cuda":
        run()  # its libraries take memory of their own, once
        before = torch.cuda.memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        result = run()
        return result, torch.cuda.max_memory_allocated() - before
    os.environ.setdefault("KINETO_LOG_LEVEL", "99")  # else it announces itself
    activities = [torch.profiler.ProfilerActivity.CPU]
    with torch.profiler.profile(activities=activities, profile_memory=True) as profile:
        result = run()
    profiler: Any = profile.profiler  # of its events, torch's stubs know less
    events = profiler.kineto_results.events()
    changes = [event for event in events if event.name() == "[memory]"]
    held = most = 0
    for change in sorted(changes, key=lambda event: event.start_ns()):
        held += change.nbytes()
        most = max(most, held)
    return result, most


def seconds(
    runs: Mapping[str, Run], rounds: int, device: str, say: Callable[[int], None]
) -> dict[str, list[float]]:
    """The seconds of each form in each round.

    A round times each form once and begins with another one than the round before.
    What slows the machine down for several rounds slows down all of them.
    """
    names, found = list(runs), {name: list[float]() for name in runs}
    for number in range(rounds):
        say(number + 1)
        first = number % len(names)
        for name in names[first:] + names[:first]:
            found[name].append(timed(runs[name], device))
    return found


def timed(run: Run, device: str) -> float:
    """The seconds of a run; of many, if one is too short to be timed."""

    def repeated(calls: int) -> None:
        for _ in range(calls):
            run()
        if device == "cuda":
            torch.cuda.synchronize()

    took = timeit.timeit(lambda: repeated(1), number=1)
    if took >= LEAST:
        return took
    calls = math.ceil(LEAST / took)
    return timeit.timeit(lambda: repeated(calls), number=1) / calls
