"""Find the switches with which the reference gives the numbers of a layer."""

import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import torch
from torch import Tensor, nn

from attention.diagnosis.algebra import (
    Inputs,
    Switches,
    Weights,
    distance,
    heads_of,
    reference,
    repeat,
    turned,
)
from attention.diagnosis.catalogue import CATALOGUE, FLIPS, Mistake
from attention.diagnosis.conventions import cores, shells
from attention.diagnosis.probe import Probe

LIMIT = 8_000  # computations, some seconds


class Match(NamedTuple):
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


@dataclass
class Target:
    """What is to be explained.

    Attributes:
        probe: How the layer is called.
        out: What it gave.
        tried: How many computations were compared.
    """

    probe: Probe
    out: Tensor
    tried: int = 0

    @cached_property
    def single(self) -> tuple[Inputs, Tensor] | None:
        """Inputs and output of the first token alone, or None if that is refused."""
        firsts = tuple(t[:, :1].clone() for t in self.probe.streams)
        with suppress(Exception):  # the reader's code may need more than one token
            return self.probe.call.inputs(firsts), self.probe.call(*firsts)
        return None

    def apart(self, w: Weights, s: Switches, single: bool = False) -> float:
        """Return how far the reference is from the numbers, or from one token's."""
        whole = self.probe.inputs, self.out
        inputs, out = (self.single or whole) if single else whole
        self.tried += 1
        with suppress(RuntimeError, IndexError, ValueError):  # shapes that do not fit
            return distance(reference(w, inputs, s), out)
        return torch.inf

    def fits(self, w: Weights, s: Switches, single: bool = False) -> bool:
        """Return whether the reference gives the numbers, or those of one token."""
        if single and not self.single:
            return True
        return self.apart(w, s, single) < self.close

    @property
    def close(self) -> float:
        """The largest distance of what is called equal."""
        return 2e-6 if self.out.dtype == torch.float64 else 1e-4

    def usable(self, match: Match) -> bool:
        """Return whether flips mean something together, and with the conventions."""
        base, w, x = match.base, match.weights, self.probe.inputs
        flips = [f.switch for f in match.flips]
        fields = {field for s in flips for field in s}
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
        hidden = base.get("rotary") and not self.probe.placed and "turn" not in fields
        return not hidden and not any(meaningless.get(f) for f in fields)


def exact(target: Target, sets: list[Weights], module: nn.Module) -> list[Match]:
    """Return a right computation that gives the numbers, if there is one.

    One token has a weight of 1: it tells values, output and norms apart from the rest.

    Args:
        target: The numbers.
        sets: What the matrices may be.
        module: The layer, which says what conventions to try.
    """
    for w in sets:
        shell, core = around(w, module, target.probe)
        outer = (a for a in shell if target.fits(w, a, single=True))
        for a, b in ((a, b) for a in outer for b in core):
            if target.fits(w, a | b):
                return [Match(w, a | b)]
    return []


def mistaken(
    target: Target, sets: list[Weights], module: nn.Module
) -> Iterator[list[Match]]:
    """Yield computations with a mistake that give the numbers, the likeliest first.

    There is one mistake, or another scale or a number for each pair of places, or two.

    Args:
        target: The numbers.
        sets: What the matrices may be.
        module: The layer, which says what conventions to try.
    """
    some = [(w, *around(w, module, target.probe)) for w in sets]
    for w, shell, core in some:
        bases = [a | b for a in shell for b in core]
        yield search(target, w, bases[:16] + [a | core[0] for a in shell[1:9]], 1)
    for w, shell, core in some[:3]:
        yield by_scores(target, w, [a | b for a in shell for b in core[:4]])
    for w, _, core in some:
        turned = [b for b in core if target.probe.placed or not b.get("rotary")]
        yield search(target, w, turned[:6], 2)


def around(
    w: Weights, module: nn.Module, probe: Probe
) -> tuple[list[Switches], list[Switches]]:
    """Return the conventions around the core, and in it."""
    width = probe.inputs[0].shape[-1]
    dim = (len(w.matrices["q"]) if "q" in w.matrices else width) // w.heads
    return list(shells(module, dim, width)), cores(module, dim, probe)


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
    """Yield what to try: of pairs, those that may give the output of one token."""
    flips = [f for f in FLIPS if target.usable(Match(w, base, (f,)))]
    alter, cure, good = {*flips}, {*flips}, True
    if number == 2 and target.single:
        plain = target.apart(w, base, True)
        apart = {f: target.apart(w, base | f.switch, True) for f in flips}
        alter = {f for f in flips if not abs(apart[f] - plain) < 1e-12}
        cure = {f for f in flips if apart[f] < target.close}
        good = plain < target.close
    for some in itertools.combinations(flips, number):
        match, changing = Match(w, base, some), alter.intersection(some)
        able = cure & changing if len(changing) == 1 else changing or good
        if target.tried < LIMIT and able and target.usable(match):
            yield match


def by_scores(target: Target, w: Weights, bases: list[Switches]) -> list[Match]:
    """Return a layer that is right but for a factor of its scores, and what it adds.

    Both are read from what the layer gives to its softmax: the difference between two
    texts has the factor alone, and the rest must be the same for all texts.

    Args:
        target: The numbers.
        w: The matrices.
        bases: Conventions.
    """
    scores = target.probe.trace.scores
    for base in bases:
        with suppress(RuntimeError, IndexError, ValueError):  # the matrices do not fit
            q, k, _ = heads_of(w, target.probe.inputs, base)
            raw = turned(q, "q", base) @ repeat(turned(k, "k", base), w, base, "k").mT
            given = scores.reshape(raw.shape)
            seen = (given > -1e4).all(0).expand_as(raw[1:])
            factor = ((given[1:] - given[:1]) / (raw[1:] - raw[:1]))[seen].median()
            added = torch.where(given > -1e4, given - factor * raw, 0.0)
            if (added - added[:1]).abs().max() > 1e-6:
                continue
            scale: Switches = {"scale": float(factor)}
            more = base | scale | {"bias_of_places": added[:1]}
            for s in (base | scale, more):
                if target.fits(w, s):
                    usual = abs(float(factor) * q.shape[-1] ** 0.5 - 1) < 1e-6
                    flip = CATALOGUE["scale"]
                    if abs(float(factor) - 1) < 1e-6 and "bias_of_places" in s:
                        flip = CATALOGUE["scale=one"]._replace(note=True)  # as in T5
                    return [Match(w, s, () if usual else (flip,))]
    return []
