"""Every number of a figure's data altered by 1 %, or by 0.01 near zero; NaN to zero.

One at a time, for up to `ALONE` numbers of a figure (chosen by its name where it has
more), and then all of them at once: each must be complained of, at its own place.
"""

import copy
import json
import math
import random
from collections.abc import Iterable
from typing import Any

from publish import figures
from publish.mutants.work import Kind, Tally, own_text

ALONE = 2000
NEAR_ZERO = 1e-3

Place = tuple[list[Any] | dict[str, Any], Any]


class Drawn(Kind):
    title = "Figures"
    units = "figures"

    def names(self) -> list[str]:
        snippets = self.project.snippets
        return [s.id for s in snippets if s.stored(".json").exists()]

    def altered(self, name: str) -> str:
        path = self.project.snippet(f"{name}.py").stored(".json")
        return path.read_text(encoding="utf-8")

    def decides(self, name: str) -> Iterable[str]:
        return [own_text("figures.py", "mutants/drawn.py")]

    def tally(self, name: str) -> Tally:
        stored = json.loads(self.altered(name))
        drawn = copy.deepcopy(stored)
        found = Tally()
        places = list(numbers(drawn))
        alone = places
        if len(places) > ALONE:
            alone = random.Random(name).sample(places, ALONE)
        for holder, key in alone:
            before = holder[key]
            holder[key] = changed(before)
            noticed = bool(figures.differences(stored, drawn))
            found.count(noticed, f"{name}: {before} to {holder[key]}")
            holder[key] = before
        if len(alone) < len(places):
            _together(name, stored, drawn, found, len(alone))
        return found


def _together(name: str, stored: Any, drawn: Any, found: Tally, counted: int) -> None:
    """The rest: what is altered at once must be complained of place by place."""
    places = list(numbers(drawn))
    for holder, key in places:
        holder[key] = changed(holder[key])
    complaints = set(figures.differences(stored, drawn))
    found.mutants += len(places) - counted
    if len(complaints) < len(places):
        missed = len(places) - len(complaints)
        found.survivors.append(f"{name}: {missed} of {len(places)}, altered at once")


def numbers(data: Any) -> Iterable[Place]:
    """Where the numbers are: the list or dictionary that holds one, and its key."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from numbers(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield data, key


def changed(value: float) -> float:
    if not math.isfinite(value):
        return 0.0
    return value * 1.01 if abs(value) > NEAR_ZERO else value + 0.01
