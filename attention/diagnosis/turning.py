"""From the projections to the scores: rotations by position, norms and factors."""

import itertools
import re
from typing import NamedTuple

import torch
from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.follow import PLACE, TEXT
from attention.diagnosis.numbers import close, factor_of
from attention.diagnosis.reading import Vectors

ODD = {  # rotations that are none
    "minus-halves": "no-minus",
    "minus": "no-minus",
    "mixed": "mixed",
    "mixed-2": "mixed-2",
}


class Turn(NamedTuple):
    """How numbers were turned.

    Attributes:
        pairs: "halves", feature i with i + d / 2, or "neighbours", 2i with 2i + 1.
        width: The number of features that are turned, the first ones.
        speeds: The angle from a token to the next, of each pair.
        axis: What the position counts, "tokens" or "heads".
        factor: What the numbers are multiplied by besides.
    """

    pairs: str
    width: int
    speeds: Tensor
    axis: str
    factor: float


class Change(NamedTuple):
    """What was done to queries, keys or values since their projection.

    Attributes:
        factor: What they are multiplied by.
        turn: How they are turned, if they are.
        odd: The name of a way to turn that is wrong.
        normed: Whether a norm came before.
        whole: Whether the whole width was turned before it was split.
        known: Whether that is all that was done to them.
        line: Where.
    """

    factor: float = 1.0
    turn: Turn | None = None
    odd: str = ""
    normed: bool = False
    whole: bool = False
    known: bool = True
    line: str = ""


def pairs_of(t: Tensor, width: int, how: str) -> Tensor:
    """Return the pairs of the first features as complex numbers."""
    some = t[..., :width]
    a, b = some.chunk(2, -1) if how == "halves" else (some[..., ::2], some[..., 1::2])
    return torch.complex(a.double(), b.double())


def turn_of(a: Tensor, b: Tensor, token: Tensor, head: Tensor) -> Turn | None:
    """Return the turn that makes b of a, (parts, rows, features), if one does.

    Args:
        a: The numbers before.
        b: The numbers after.
        token: The position of each row, (parts, rows), -1 where there is none.
        head: The number of each part's head.
    """
    d, axes = a.shape[-1], {"tokens": token, "heads": head[:, None].expand_as(token)}
    for width in range(d - d % 2, 1, -2):
        for how in ("halves", "neighbours"):
            ratio = pairs_of(b, width, how) / pairs_of(a, width, how)
            factor = float(ratio.abs().median())
            rest = a[..., width:], b[..., width:]
            if not close(ratio.abs(), factor, 1e-4) or not close(
                rest[1], factor * rest[0], 1e-4
            ):
                continue
            for axis, index in axes.items():
                known = index >= 0
                speeds = speeds_of((ratio / factor)[known], index[known])
                if speeds is not None and speeds.abs().max() > 1e-6:
                    return Turn(how, width, speeds, axis, factor)
    return None


def speeds_of(z: Tensor, at: Tensor) -> Tensor | None:
    """Return the angle of each pair from a position to the next.

    Args:
        z: How each pair is turned, (rows, pairs), numbers on the unit circle.
        at: The position of each row.
    """
    values = at.unique()
    if len(values) < 2 or int(values[1] - values[0]) != 1:
        return None
    means = torch.stack([z[at == v].mean(0) for v in values])
    if not close(means.abs(), 1.0, 1e-4):
        return None  # rows of one position are turned in several ways
    step = means[1] / means[0]
    power = step ** (values - values[0])[:, None] * means[0]
    return None if (power - means).abs().max() > 0.03 else step.angle()


def turn_oddly(t: Tensor, token: Tensor, how: str, base: float) -> Tensor:
    """Return t turned in one of the ways that are no rotation."""
    d = t.shape[-1]
    angles = token[..., None] * base ** -(torch.arange(0, d, 2, dtype=t.dtype) / d)
    halves = how in ("mixed", "minus-halves")
    a, b = t.chunk(2, -1) if halves else (t[..., ::2], t[..., 1::2])
    b = b if how.startswith("minus") else -b
    partner = torch.cat([b, a], -1) if halves else torch.stack([b, a], -1).flatten(-2)
    halves ^= how.startswith("mixed")
    angles = torch.cat([angles] * 2, -1) if halves else angles.repeat_interleave(2, -1)
    return t * angles.cos() + partner * angles.sin()


def change_of(case: Case, vectors: Vectors, theta: float) -> Change:
    """Return what was done to queries, keys or values since their projection.

    Args:
        case: The attention.
        vectors: The queries, keys or values.
        theta: The base of rotary frequencies that the module says.
    """
    now, rows, place = vectors
    stages, texts = case.reading.stages(rows), case.reading.texts
    token = torch.where(place < 0, -1, place % TEXT)
    head = torch.stack([(texts[:i] == t).sum() for i, t in enumerate(texts)])
    normed, last = False, len(stages) - 1
    for number, (step, before) in enumerate(stages):
        line = stages[min(number + 1, last)][0].said if step.line[0] else ""
        if number > 1 and step.name in ("mul", "native_layer_norm", "div"):
            normed = True
        plain = factor_of(before, now)
        if plain is not None and not (number == last > 0 and plain == 1.0):
            return Change(plain, normed=normed, known=number < 2, line=line)
        split = before, now, token, head
        for way in (split, whole_width(case, before, now, rows)):
            if way and (turn := turn_of(*way)):
                whole = way is not split
                return Change(turn.factor, turn, normed=normed, whole=whole, line=line)
        if number < 3 and before.shape[-1] % 2 == 0 and (token >= 0).all():
            for how, base in itertools.product(ODD, {10000.0, theta}):
                odd = turn_oddly(before, token.to(before.dtype), how, base)
                if (factor := factor_of(odd, now)) is not None:
                    return Change(factor, odd=ODD[how], line=line)
    return Change(known=False)


def whole_width(
    case: Case, before: Tensor, now: Tensor, rows: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor] | None:
    """Return what `turn_of` takes, before the split into heads, if there is one.

    Args:
        case: The attention.
        before: The numbers at an earlier stage.
        now: The numbers that scores are made of.
        rows: Their shadow.

    Returns:
        Both as (1, tokens of all texts, all features), the tokens' positions, and 0 for
        the one head.
    """
    step, _ = case.matrix(rows)
    if step is None or case.heads == 1 or step.rows.dim() > 3:
        return None
    flat, trace = step.rows.reshape(-1, step.rows.shape[-1]), case.reading.trace
    numbers = now.new_full((2, trace.count), torch.nan)
    numbers[:, rows] = torch.stack([before, now])
    made = numbers[:, None, flat]
    made = made[..., ~made[0, 0, 0].isnan()]
    if made.isnan().any():
        return None
    place = trace.common(trace.table[flat, PLACE])
    token = torch.where(place < 0, -1, place % TEXT)[None]
    return made[0], made[1], token, token.new_zeros(1)


def judge_turning(case: Case) -> float:
    """Ask how queries and keys are turned; return the factor on their product."""
    report, r = case.report, case.reading
    told = [v for k, v in case.known if re.search("theta|base$", k)]
    theta = next((float(v) for v in told if isinstance(v, int | float) and v > 1), 1e4)
    q, k = (change_of(case, t, theta) for t in (r.q, r.k))
    if q.normed and k.normed:
        report.facts.append("queries and keys normed")
    if odd := q.odd or k.odd:
        case.add(f"turn={odd}", line=q.line or k.line)
    elif "heads" in [t.turn.axis for t in (q, k) if t.turn]:
        case.add("turn=heads", line=q.line)
    elif bool(q.turn) != bool(k.turn) and not (q.known and k.known):
        case.unsure("what is done to queries and keys")
    elif q.turn and not k.turn:
        case.add("turn=q", line=q.line)
    elif k.turn and not q.turn:
        case.add("turn=k", line=k.line)
    elif q.whole or k.whole:
        case.add("turn=unsplit", line=q.line)
    elif q.turn and k.turn:
        v = change_of(case, r.v, theta)
        if v.turn:
            case.add("turn=qkv", line=v.line)
        judge_speeds(case, q.turn, k.turn, q.line, theta)
    return q.factor * k.factor


def judge_speeds(case: Case, q: Turn, k: Turn, line: str, theta: float) -> None:
    """Ask whether the angles are those of positions times powers of a base.

    Args:
        case: The attention.
        q: How queries are turned.
        k: How keys are turned.
        line: Where.
        theta: The base that is expected.
    """
    report, speeds = case.report, q.speeds

    def wrong(kind: str) -> None:
        case.add(f"turn={kind}", line=line)

    if close(speeds, -k.speeds, 1e-3):
        wrong("opposite")
        return
    if not close(speeds, k.speeds, 1e-3):
        case.unsure("why queries and keys are turned at different speeds")
        return
    if (speeds < 0).all():
        wrong("back")
        speeds = -speeds
    several, size = len(speeds) > 1, case.reading.q.values.shape[-1]
    power = torch.arange(len(speeds), dtype=speeds.dtype) * 2 / q.width
    base = float(speeds[1] ** (-1 / power[1])) if several and speeds[1] > 0 else theta
    part = f", {q.width} features" if q.width < size else ""
    if several and (speeds - 1).abs().max() < 1e-4:
        wrong("one")
    elif several and close(speeds.cos(), (theta**power).cos(), 0.01):
        wrong("rising")
    elif not (speeds > 0).all() or not close(speeds, base**-power, 1e-3):
        case.unusual(f"rotary, {q.pairs}, with speeds of its own{part}")
    elif abs(base / theta**2 - 1) < 0.02:
        wrong("fast")
    elif abs(base / theta**0.5 - 1) < 0.02:
        wrong("slow")
    else:
        report.facts.append(f"rotary, {q.pairs}, base {float(f'{base:.4g}'):g}{part}")
