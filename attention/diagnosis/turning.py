"""From the projections to the scores: rotations by position, norms and factors."""

import re
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.follow import NONE, TEXT, Step
from attention.diagnosis.reading import close


class Turn(NamedTuple):
    """How numbers were turned.

    Attributes:
        pairs: "halves", feature i with i + d / 2, or "neighbours", 2i with 2i + 1.
        width: The number of features that are turned, the first ones.
        speeds: The angle from a token to the next, of each pair.
        starts: The angle of the first token.
        axis: What the position counts: "tokens", "heads", or "" for neither.
        factor: What the numbers are multiplied by besides.
    """

    pairs: str
    width: int
    speeds: Tensor
    starts: Tensor
    axis: str
    factor: float


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
        token: The position of each row, (parts, rows).
        head: The number of each part's head.
    """
    d = a.shape[-1]
    for width in range(d - d % 2, 1, -2):
        rest = b[..., width:], a[..., width:]
        for how in ("halves", "neighbours"):
            ratio = pairs_of(b, width, how) / pairs_of(a, width, how)
            size = ratio.abs()
            factor = float(size.median())
            if not close(size, torch.full_like(size, factor), 1e-4):
                continue
            if width < d and not close(rest[0], factor * rest[1], 1e-4):
                continue
            for axis, index in (
                ("tokens", token),
                ("heads", head[:, None].expand_as(token)),
            ):
                known = index.flatten() >= 0
                z, at = (ratio / factor).flatten(0, 1)[known], index.flatten()[known]
                values = at.unique()
                if len(values) < 2 or int(values[1] - values[0]) != 1:
                    continue
                means = torch.stack([z[at == v].mean(0) for v in values])
                if not close(
                    means[torch.searchsorted(values, at)].abs(),
                    torch.ones_like(z.abs()),
                    1e-4,
                ):
                    continue
                step = means[1] / means[0]
                power = step ** (values - values[0])[:, None] * means[0]
                if (power - means).abs().max() > 0.03:
                    continue
                return Turn(how, width, step.angle(), means[0].angle(), axis, factor)
    return None


def rotate(t: Tensor, token: Tensor, how: str, base: float) -> Tensor:
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


ODD = {
    "minus-halves": "no-minus",
    "minus": "no-minus",
    "mixed": "mixed",
    "mixed-2": "mixed-2",
}


def factor_of(a: Tensor, b: Tensor) -> float | None:
    """Return the number by which b is a multiple of a, or None."""
    some = a.abs() > 1e-9
    factor = float((b[some] / a[some]).median()) if some.any() else 0.0
    return factor if factor and close(b, factor * a) else None


class Raw(NamedTuple):
    """Queries, keys or values before they were multiplied or turned.

    Attributes:
        factor: What they are multiplied by.
        turn: How they are turned, if they are.
        odd: The name of a way to turn that is wrong.
        normed: Whether a norm came before.
        first: Whether the whole width was turned before it was split.
    """

    factor: float = 1.0
    turn: Turn | None = None
    odd: str = ""
    normed: bool = False
    whole: bool = False
    line: str = ""


def raw(case: Case, kind: str, theta: float) -> Raw:
    """Return what was done to queries, keys or values since their projection."""
    r = case.reading
    now, rows, place = {
        "q": (r.q, r.q_rows, r.q_place),
        "k": (r.k, r.k_rows, r.k_place),
        "v": (r.v, r.v_rows, r.v_place),
    }[kind]
    chain = r.chain(rows)
    token = torch.where(place < 0, -1, place % TEXT)
    texts = r.texts
    head = torch.zeros(len(texts), dtype=torch.long)
    for t in texts.unique():
        head[texts == t] = torch.arange(int((texts == t).sum()))
    normed = False
    for number, (step, before) in enumerate(chain):
        plain = factor_of(before, now)
        lasts = number == len(chain) - 1
        line = chain[min(number + 1, len(chain) - 1)][0].said if step.line[0] else ""
        normed = normed or (
            number > 1 and step.name in ("mul", "native_layer_norm", "div")
        )
        if plain is not None and not (lasts and number > 0 and plain == 1.0):
            return Raw(
                plain, normed=number > 1 and case.streams > 0 and normed, line=line
            )
        if (turned := turn_of(before, now, token, head)) and (
            turned.speeds.abs().max() > 1e-6 or turned.starts.abs().max() > 1e-6
        ):
            return Raw(turned.factor, turned, normed=normed and number > 1, line=line)
        full = whole_width(case, before, now, rows)
        if full is not None:
            a, b, where = full
            if (
                turned := turn_of(a, b, where, torch.zeros(len(a), dtype=torch.long))
            ) and turned.speeds.abs().max() > 1e-6:
                return Raw(turned.factor, turned, whole=True, line=line)
        valid = (token >= 0).all()
        for how, key in (
            ODD.items() if before.shape[-1] % 2 == 0 and valid and number < 3 else ()
        ):
            for base in {10000.0, theta}:
                if (
                    f := factor_of(
                        rotate(before, token.to(before.dtype), how, base), now
                    )
                ) is not None:
                    return Raw(f, odd=key, line=line)
    return Raw()


def whole_width(
    case: Case, before: Tensor, now: Tensor, rows: Tensor
) -> tuple[Tensor, Tensor, Tensor] | None:
    """Return numbers as (texts, tokens, all features), if heads are cut from these."""
    step, _ = case.matrix(rows)
    if step is None or case.heads == 1 or step.rows.dim() > 3:
        return None
    flat = step.rows.reshape(-1, step.rows.shape[-1])
    trace = case.reading.trace
    made = []
    for t in (before, now):
        base = torch.full((trace.rows,), torch.nan, dtype=t.dtype)
        base[rows] = t
        every = base[flat]
        keep = ~every[0].isnan()
        every = every[:, keep]
        if not keep.any() or every.isnan().any() or every.shape[-1] % 2:
            return None
        made.append(every[None])
    place = trace.common(trace.table[flat, 1])
    return made[0], made[1], torch.where(place < 0, -1, place % TEXT)[None]


def judge_turning(case: Case) -> float:
    """Ask how queries and keys are turned; return the factor on their product."""
    report, r = case.report, case.reading
    told = [
        float(v)
        for k, v in case.known
        if re.search("theta|base$", k) and isinstance(v, (int, float)) and v > 1
    ]
    theta = told[0] if told else 10000.0
    q, k = (raw(case, c, theta) for c in "qk")
    factor = q.factor * k.factor
    if q.normed and k.normed:
        report.facts.append("queries and keys normed")
    odd = q.odd or k.odd
    if odd:
        report.add(f"turn={odd}", line=q.line or k.line, level="MISTAKE")
        return factor
    if not q.turn and not k.turn:
        return factor
    if any(t.turn and t.turn.axis == "heads" for t in (q, k)):
        report.add("turn=heads", line=q.line, level="MISTAKE")
        return factor
    if not (q.turn and k.turn):
        report.add(
            "turn=q" if q.turn else "turn=k",
            line=(q if q.turn else k).line,
            level="MISTAKE",
        )
        return factor
    if q.whole or k.whole:
        report.add("turn=unsplit", line=q.line, level="MISTAKE")
        return factor
    v = raw(case, "v", theta)
    if v.turn:
        report.add("turn=qkv", line=v.line, level="MISTAKE")
    judge_speeds(case, q, k, theta, bool(told))
    return factor


def judge_speeds(case: Case, q: Raw, k: Raw, theta: float, told: bool) -> None:
    """Ask whether the angles are those of positions times powers of a base."""
    report, a, b = case.report, q.turn, k.turn
    assert a and b
    p = torch.arange(len(a.speeds), dtype=a.speeds.dtype) * 2 / a.width
    if close(a.speeds, -b.speeds, 1e-3):
        report.add("turn=opposite", line=q.line, level="MISTAKE")
        return
    if not close(a.speeds, b.speeds, 1e-3):
        case.unsure("why queries and keys are turned at different speeds")
        return
    speeds = a.speeds
    if (speeds < 0).all():
        report.add("turn=back", line=q.line)
        speeds = -speeds
    part = f", {a.width} features" if a.width < case.reading.q.shape[-1] else ""
    if len(speeds) > 1 and (speeds - 1).abs().max() < 1e-4:
        report.add("turn=one", line=q.line, level="MISTAKE")
        return
    rising = torch.polar(torch.ones_like(p), theta**p)
    if len(speeds) > 1 and close(
        torch.polar(torch.ones_like(p), speeds).real, rising.real, 0.01
    ):
        report.add("turn=rising", line=q.line, level="MISTAKE")
        return
    base = (
        float(speeds[1] ** (-1 / p[1])) if len(speeds) > 1 and speeds[1] > 0 else theta
    )
    fits = speeds.gt(0).all() and close(speeds, base**-p, 1e-3)
    if not fits:
        report.facts.append(f"rotary, {a.pairs}, with speeds of its own{part}")
        return
    if abs(base / theta**2 - 1) < 0.02 and (told or theta == 1e4):
        report.add("turn=fast", line=q.line, level="MISTAKE")
    elif abs(base / theta**0.5 - 1) < 0.02:
        report.add("turn=slow", line=q.line, level="MISTAKE")
    else:
        report.facts.append(f"rotary, {a.pairs}, base {float(f'{base:.4g}'):g}{part}")
