"""Find the switches with which the reference gives the numbers of a layer."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from torch import Tensor

from attention.diagnosis.algebra import Inputs, Switches, Weights, distance, reference
from attention.diagnosis.catalogue import CATALOGUE, FLIPS, Mistake

LIMIT = 20_000  # computations, some seconds


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
        scores: What the softmax was given, if that was seen.
        reads: The pattern as a matrix.
        tried: How many computations were compared.
    """

    inputs: Inputs
    out: Tensor
    single: tuple[Inputs, Tensor] | None
    pattern: str
    placed: bool
    turns: bool
    close: float
    scores: Tensor | None = None
    reads: Tensor | None = None
    tried: int = 0

    def apart(self, w: Weights, s: Switches, single: bool = False) -> float:
        """Return how far the reference is from the numbers; infinite if it raises."""
        inputs, out = self.single if single and self.single else (self.inputs, self.out)
        self.tried += 1
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
            "norms": not base.get("norms"),
            "mask": base["mask"] not in ("none", "given"),
        }
        hidden = base.get("rotary") and not target.placed and "turn" not in fields
        return not hidden and not any(meaningless.get(f) for f in fields)


def exact(target: Target, w: Weights, bases: list[Switches]) -> Iterator[Match]:
    """Yield the right computations that give these numbers."""
    single: dict[str, bool] = {}  # one token tells values, output and norms apart
    for base in bases:
        some = {k: base[k] for k in ("pre", "post", "residual", "mask") if k in base}
        if (key := str(some)) not in single:
            single[key] = target.fits(w, some, single=True)
        if single[key] and target.fits(w, base):
            yield Match(w, base)


def search(
    target: Target, w: Weights, bases: list[Switches], number: int
) -> list[Match]:
    """Return the computations with one mistake, or two, that give these numbers.

    Args:
        target: The numbers.
        w: The matrices.
        bases: Conventions.
        number: How many mistakes are tried at once.
    """
    found: list[Match] = []
    for base in bases:
        fewest = min((m.severity for m in found), default=number + 1)
        some = (m for m in candidates(target, w, base, number) if m.severity < fewest)
        found += [m for m in some if target.fits(w, m.switches)]
    fewest = min((m.severity for m in found), default=0)
    return [m for m in found if m.severity == fewest]


def candidates(
    target: Target, w: Weights, base: Switches, number: int
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
        if target.tried > LIMIT:
            return
        if pairs and len(changing) < 2:
            able = not changing if good else cure & changing
        else:
            able = not pairs or target.fits(w, match.switches, single=True)
        if able and match.usable(target):
            yield match


def scaled(
    target: Target, w: Weights, bases: list[Switches], known: Iterable[float]
) -> list[Match]:
    """Return a layer that is right but for the factor of its scores.

    Where an attribute or a parameter is that factor or its inverse, it is meant.

    Args:
        target: The numbers.
        w: The matrices.
        bases: Conventions.
        known: The numbers that the layer holds.
    """
    norms = [f for f in FLIPS if "norms" in f.switch]
    for base, more in itertools.product(bases, (None, *norms)):
        wrong = Match(w, base, (more,) if more else ())
        s = wrong.switches

        def error(power: float, s: Switches = s) -> float:
            return target.apart(w, s | {"scale": 2.0**power})

        if not wrong.usable(target) or not target.fits(w, s, single=True):
            continue
        middle = min((i / 2 for i in range(-16, 9)), key=error)
        low, high = middle - 0.5, middle + 0.5
        for _ in range(70 if error(middle) < 0.5 else 0):
            a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
            low, high = (low, b) if error(a) < error(b) else (a, high)
        if error(low) < 1e-6:
            powers = [v**p / 2.0**low for v in known for p in (1, -1, 0.5, -0.5)]
            meant = any(abs(ratio - 1) < 1e-6 for ratio in powers)
            flip = CATALOGUE["scale"]._replace(note=meant)
            return [Match(w, base | {"scale": 2.0**low}, (flip, *wrong.flips))]
    return []
