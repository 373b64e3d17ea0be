"""Find the switches with which the reference gives the numbers of a layer."""

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass

from torch import Tensor

from attention.diagnosis.algebra import Inputs, Switches, Weights, distance, reference
from attention.diagnosis.catalogue import FLIPS, Mistake


@dataclass
class Target:
    """What is to be explained.

    Attributes:
        inputs: What queries, keys and values are made from.
        out: What the layer gave.
        single: The same for the first token alone, or None if the layer refused it.
        pattern: Which output depends on which token, in words.
        placed: Whether the order of tokens matters.
        turns: Whether the code calls what a rotation needs, or has arguments for it.
        close: The largest distance of what is called equal.
    """

    inputs: Inputs
    out: Tensor
    single: tuple[Inputs, Tensor] | None
    pattern: str
    placed: bool
    turns: bool
    close: float

    def apart(self, w: Weights, s: Switches, single: bool = False) -> float:
        """Return how far the reference is from the numbers; infinite if it raises."""
        inputs, out = self.single if single and self.single else (self.inputs, self.out)
        try:
            return distance(reference(w, inputs, s), out)
        except (RuntimeError, IndexError, ValueError):
            return float("inf")  # a switch does not fit the shapes

    def fits(self, w: Weights, s: Switches, single: bool = False) -> bool:
        """Return whether the reference gives the numbers, or those of one token."""
        if single and not self.single:
            return True
        return self.apart(w, s, single) < self.close


@dataclass
class Match:
    """A computation that gives the numbers of the layer.

    Attributes:
        weights: Which matrices are which.
        base: The conventions: mask, rotary pairs, norms.
        flips: The mistakes, none if the layer is right.
    """

    weights: Weights
    base: Switches
    flips: tuple[Mistake, ...] = ()

    @property
    def switches(self) -> Switches:
        """All switches together."""
        return self.base | {k: v for f in self.flips for k, v in f.switch.items()}

    @property
    def severity(self) -> int:
        """The number of flips that are more than a convention."""
        return sum(not f.note for f in self.flips)

    @property
    def fields(self) -> set[str]:
        """What the flips set."""
        return {field for f in self.flips for field in f.switch}

    def usable(self, target: Target) -> bool:
        """Return whether these flips mean something together, and with the base."""
        fields, base, w = self.fields, self.base, self.weights
        x, flips = target.inputs, [f.switch for f in self.flips]
        if len(fields) < len(flips) or any(s.items() <= base.items() for s in flips):
            return False
        meaningless = {
            "order": not (w.named and {"q", "k", "v"} <= w.matrices.keys()),
            "linear": not w.matrices,
            "source": x[0] is x[1],
            "turn": not base.get("rotary"),
            "alibi": not base.get("alibi"),
            "mask": base["mask"] not in ("none", "given"),
        }
        hidden = base.get("rotary") and not target.placed and "turn" not in fields
        return not hidden and not any(meaningless.get(f) for f in fields)


def exact(target: Target, w: Weights, bases: list[Switches]) -> list[Match]:
    """Return the right computation that gives these numbers, if there is one."""
    single: dict[str, bool] = {}  # one token tells values, output and norms apart
    for base in bases:
        some = {k: base[k] for k in ("pre", "post", "residual", "mask") if k in base}
        key = str(some)
        if key not in single:
            single[key] = target.fits(w, some, single=True)
        if single[key] and target.fits(w, base):
            return [Match(w, base)]
    return []


def search(
    target: Target, w: Weights, bases: list[Switches], number: int, end: float
) -> list[Match]:
    """Return the computations with one mistake, or two, that give these numbers.

    Args:
        target: The numbers.
        w: The matrices.
        bases: Conventions.
        number: How many mistakes are tried at once.
        end: The time at which to stop.
    """
    found: list[Match] = []
    for base in bases:
        fewest = min((m.severity for m in found), default=number + 1)
        tried = candidates(target, w, base, number, end)
        some = (m for m in tried if m.severity < fewest)
        found += [m for m in some if target.fits(w, m.switches)]
    fewest = min((m.severity for m in found), default=0)
    return [m for m in found if m.severity == fewest]


def candidates(
    target: Target, w: Weights, base: Switches, number: int, end: float
) -> Iterator[Match]:
    """Yield what to try: of pairs, those that give the output of a single token."""
    hidden = base.get("rotary") and not target.placed  # all but with a wrong turn
    flips = [f for f in FLIPS if hidden or Match(w, base, (f,)).usable(target)]
    pairs, good = number == 2 and target.single is not None, False
    alter, cure = set(FLIPS), set(FLIPS)
    if pairs:
        plain = target.apart(w, base, True)
        apart = {f: target.apart(w, base | f.switch, True) for f in flips}
        alter = {f for f in flips if not abs(apart[f] - plain) < 1e-12}
        cure = {f for f in flips if apart[f] < target.close}
        good = plain < target.close
    for some in itertools.combinations(flips, number):
        match, changing = Match(w, base, some), alter.intersection(some)
        if time.process_time() > end:
            return
        if pairs and len(changing) < 2:
            able = not changing if good else cure & changing
        else:
            able = not pairs or target.fits(w, match.switches, single=True)
        if able and match.usable(target):
            yield match
