"""Find the switches with which the reference gives the numbers of a layer."""

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass

from torch import Tensor, nn

from attention.diagnosis.algebra import (
    Inputs,
    Switches,
    Weights,
    attempt,
    distance,
    reference,
)
from attention.diagnosis.catalogue import FLIPS, Mistake
from attention.diagnosis.copies import attributes
from attention.diagnosis.rotary import Rotary


@dataclass
class Target:
    """What is to be explained.

    Attributes:
        inputs: What queries, keys and values are made from.
        out: What the layer gave.
        single: The same for the first token alone, or None if the layer refused it.
        close: The largest distance of what is called equal.
    """

    inputs: Inputs
    out: Tensor
    single: tuple[Inputs, Tensor] | None = None
    close: float = 3e-7

    def fits(self, w: Weights, s: Switches) -> bool:
        """Return whether the reference gives these numbers under some switches."""
        return (
            distance(attempt(lambda t: reference(w, self.inputs, t), s), self.out)
            < self.close
        )

    def fits_single(self, w: Weights, s: Switches) -> bool:
        """Return whether it gives the first token's numbers; True if there are none."""
        if self.single is None:
            return True
        inputs, out = self.single
        return distance(attempt(lambda t: reference(w, inputs, t), s), out) < self.close


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


def usable(base: Switches, flips: tuple[Mistake, ...], w: Weights) -> bool:
    """Return whether several switches mean something together, and with a base."""
    fields = [next(iter(f.switch)) for f in flips]
    if len(set(fields)) < len(fields) or any(
        base.get(f) == f_.switch[f] for f, f_ in zip(fields, flips, strict=True)
    ):
        return False
    if "order" in fields and not (w.named and {"q", "k", "v"} <= w.matrices.keys()):
        return False
    if "linear" in fields and not w.matrices:
        return False
    return not (
        ("turn" in fields and not base.get("rotary"))
        or ("alibi" in fields and not base.get("alibi"))
        or ("mask" in fields and base.get("mask", "none") not in ("none", "given"))
    )


def exact(target: Target, sets: list[Weights], bases: list[Switches]) -> list[Match]:
    """Return the right computation that gives these numbers, if there is one."""
    for w in sets:
        single: dict[str, bool] = {}
        for base in bases:
            key = str([base.get(k) for k in ("pre", "post", "residual")])
            if key not in single:
                single[key] = target.fits_single(
                    w,
                    {k: v for k, v in base.items() if k in ("pre", "post", "residual")},
                )
            if single[key] and target.fits(w, base):
                return [Match(w, base)]
    return []


def search(
    target: Target,
    sets: list[Weights],
    bases: list[Switches],
    number: int,
    seconds: float = 4.0,
) -> list[Match]:
    """Return the computations with one mistake, or two, that give these numbers.

    Args:
        target: The numbers.
        sets: What the matrices may be.
        bases: Conventions.
        number: How many mistakes are tried at once.
        seconds: When to stop.
    """
    end = time.monotonic() + seconds
    for w in sets:
        found = []
        for base in bases:
            for flips in candidates(target, w, base, number):
                if time.monotonic() > end:
                    break
                match = Match(w, base, flips)
                if usable(base, flips, w) and target.fits(w, match.switches):
                    found.append(match)
        if found:
            fewest = min(m.severity for m in found)
            return [m for m in found if m.severity == fewest]
    return []


def candidates(
    target: Target, w: Weights, base: Switches, number: int
) -> Iterator[tuple[Mistake, ...]]:
    """Yield the flips to try: pairs only if the output of a single token agrees."""
    flips = [f for f in FLIPS if usable(base, (f,), w)]
    if number == 1 or target.single is None:
        yield from itertools.combinations(flips, number)
        return
    inputs, out = target.single
    plain = attempt(lambda s: reference(w, inputs, s), base)
    good, alter, cure = distance(plain, out) < target.close, set(), set()
    for f in flips:
        made = attempt(lambda s: reference(w, inputs, s), base | f.switch)
        if made is not None and (plain is None or distance(made, plain) > target.close):
            alter.add(f)
        if distance(made, out) < target.close:
            cure.add(f)
    for pair in itertools.combinations(flips, 2):
        changing = [f for f in pair if f in alter]
        if (
            (good and not changing)
            or (not good and cure & set(pair) and len(changing) < 2)
            or (
                len(changing) == 2
                and usable(base, pair, w)
                and target.fits_single(w, Match(w, base, pair).switches)
            )
        ):
            yield pair


def conventions(
    module: nn.Module | None, w: Weights, n: int, width: int, pattern: str, placed: bool
) -> list[Switches]:
    """Return every right way that is known, the likeliest first.

    Args:
        module: The layer, whose norms, rotary bases and tables are read.
        w: Its matrices.
        n: The number of tokens.
        width: The features of each token.
        pattern: Which tokens read which, in words.
        placed: Whether the order of tokens matters.
    """
    dim = (
        w.matrices["q"][0].shape[0] // w.heads
        if "q" in w.matrices
        else width // w.heads
    )
    masks = ["causal", "none"] if "every" not in pattern else ["none", "causal"]
    if pattern.startswith("a window of"):
        masks = ["window" + pattern.split()[-1], *masks]
    norms = (
        [
            m
            for m in module.modules()
            if "norm" in type(m).__name__.lower() and list(m.parameters())
        ]
        if module
        else []
    )
    wide = [m for m in norms if next(m.parameters()).shape[-1] == width]
    narrow = [
        m for m in norms if next(m.parameters()).shape[-1] == dim and m not in wide
    ]
    extra: list[Switches] = [
        {},
        *({"pre": m} for m in wide),
        *({"post": m} for m in wide),
    ]
    extra += [{"pre": m, "residual": "x"} for m in wide]
    extra += [{"norms": narrow[-2:]}] if narrow else []
    known = list(attributes(module))
    extra += [
        {"cap": float(v)}
        for k, v in known
        if "cap" in k and isinstance(v, (int, float)) and v > 1
    ]
    places: list[Switches] = [{}]
    if placed:
        places += [{"rotary": r} for r in rotaries(module, known, dim, n)]
        places += [{"alibi": "yes"}]
    return [{"mask": m, **p, **e} for e in extra for p in places for m in masks]


def rotaries(
    module: nn.Module | None, known: list[tuple[str, object]], dim: int, n: int
) -> list[Rotary]:
    """Return the ways of turning that a layer may have."""
    bases = [
        float(v)
        for k, v in known
        if ("theta" in k or k.endswith("base"))
        and isinstance(v, (int, float))
        and v > 1
    ]
    part = [
        v
        for k, v in known
        if k in ("rotary_ndims", "rotary_dim", "rope_dim")
        and type(v) is int
        and v < dim
    ]
    part += [
        int(dim * v)
        for k, v in known
        if k in ("rotary_pct", "partial_rotary_factor")
        and isinstance(v, float)
        and v < 1
    ]
    if dim % 2:
        return []
    plain = [
        Rotary(p, b)
        for b in dict.fromkeys([10000.0, *bases, 500000.0, 1e6])
        for p in ("halves", "neighbours")
    ]
    plain += [
        r._replace(width=w)
        for w in dict.fromkeys([*part, dim // 2])
        if w > 1
        for r in plain[:4]
    ]
    tables: dict[str, Tensor] = {}
    for name, buffer in module.named_buffers() if module else ():
        b = buffer.squeeze()
        for c in ("cos", "sin"):
            if (
                c in name
                and b.dim() == 2
                and b.shape[0] >= n
                and b.shape[1] in (dim, dim // 2)
            ):
                tables.setdefault(c, b)
        if b.is_complex() and b.dim() == 2 and b.shape[1] == dim // 2:
            tables = {"cos": b.real, "sin": b.imag}
    if len(tables) == 2:
        own = tables["cos"], tables["sin"]
        plain += [Rotary(p, table=own) for p in ("halves", "neighbours")]
    return plain


def fitted_scale(
    target: Target, sets: list[Weights], bases: list[Switches]
) -> tuple[float, Weights] | None:
    """Return the divisor of the scores with which a right layer gives these numbers."""
    for w, base in itertools.product(sets[:3], bases[:8]):
        if not target.fits_single(w, base):
            continue

        def error(power: float, w: Weights = w, base: Switches = base) -> float:
            return distance(
                attempt(
                    lambda s: reference(w, target.inputs, s),
                    base | {"scale": 2.0**power},
                ),
                target.out,
            )

        middle = min((i / 2 for i in range(-16, 9)), key=error)
        if error(middle) > 0.5:
            continue
        low, high = middle - 0.5, middle + 0.5
        for _ in range(70):
            a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
            low, high = (low, b) if error(a) < error(b) else (a, high)
        if error(low) < 1e-6:
            return 2.0**-low, w
    return None
