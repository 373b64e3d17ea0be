"""From scores to what the softmax is given: the factor, what is added and hidden."""

import math

import torch
from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.follow import Follow
from attention.diagnosis.numbers import distance, even
from attention.diagnosis.probe import drawn, pattern_of
from attention.diagnosis.reading import Reading
from attention.diagnosis.scaling import judge_scale, tell
from attention.diagnosis.step import Step

FAR = 1e4  # what is hidden is below minus this
PATTERNS = {
    "a token reads the next one": "next",
    "a token reads earlier ones, not itself": "strict",
    "a token reads later ones only": "inverted",
    "a token reads itself and later ones": "transposed",
    "nothing is read": "hidden",
}


def slopes_of(x: Tensor, s: Tensor, texts: Tensor) -> Tensor:
    """Return by what scores are multiplied, whatever is added to them, (parts, 1, 1).

    Args:
        x: What was made of the scores.
        s: The scores, (parts, queries, keys).
        texts: The text of each part.
    """
    seen = (x.abs() < FAR) & x.isfinite()
    ratio = (x / s).where(seen & (s.abs() > 1e-9), torch.nan)
    parts = [torch.nonzero(texts == t).flatten() for t in texts.unique() if t >= 0]
    if len(parts) > 1 and len({len(p) for p in parts}) == 1:
        a, b = parts[0], parts[1]  # what is added to both goes in their difference
        by = ((x[a] - x[b]) / (s[a] - s[b])).where(seen[a] & seen[b], torch.nan)
        if (by.abs() > 1e-12).any() and len(a) * len(parts) == len(x):
            ratio = torch.empty_like(ratio)
            for p in parts:
                ratio[p] = by
    each = ratio.where(ratio.abs() > 1e-12, torch.nan).flatten(1).nanmedian(1).values
    known = each[each.isfinite()]
    return each.where(each.isfinite(), known.median() if len(known) else 0.0)[
        :, None, None
    ]


def slope_of(x: Tensor, s: Tensor, texts: Tensor) -> float:
    """Return by what the scores of most parts are multiplied."""
    return float(slopes_of(x, s, texts).median())


def unshifted(r: Reading, x: Tensor) -> Tensor:
    """Return scores as they were before a number was subtracted from each row.

    It is often the maximum of the row, so that exponentials do not overflow.

    Args:
        r: The attention.
        x: What was made of its scores.
    """
    for step in r.steps("sub"):
        by, before, after = step.args[1], r.before(step), r.after(step)
        of_rows = isinstance(by, Tensor) and by.shape[-1:] == (1,)
        if of_rows and before is not None and distance(after, x) < 1e-6:
            return before
    return x


def judge_scores(case: Case, x: Tensor, factor: float, step: Step) -> None:
    """Ask how what the softmax is given differs from scaled scores.

    Args:
        case: The attention.
        x: What the softmax is given.
        factor: By what queries and keys were multiplied.
        step: The softmax.
    """
    r = case.reading
    caps = r.steps("tanh")
    inner, s = (r.before(caps[0]), r.after(caps[0])) if caps else (None, None)
    if inner is not None and s is not None:
        if ((inner <= -FAR) & (x > -FAR)).any():
            case.report.add("mask=capped", line=caps[0].said)
        factor *= slope_of(inner, r.scores, r.texts)
        case.unusual("capped scores")
    else:
        s = r.scores
    each = slopes_of(x, s, r.texts)
    slope = float(each.median())
    factor *= slope
    if s is r.scores and not even(each, 1e-3):
        s, slope, factor = each * s, 1.0, math.nan  # a factor of each head
    low, high, line = x <= -FAR, x >= FAR, mask_line(r)
    if not slope:
        if low.all():
            case.add("mask=hidden", line=line)
        else:
            case.unsure("what the scores have to do with queries and keys")
        return
    case.hidden = low
    case.fill = float(x[low].max()) if low.any() else 0.0
    if high.any():
        case.add("mask=positive", line=line)
        case.used = ("positive", ~high)
        return
    scaled = slope * s
    size = float(scaled[~low].abs().max()) if not low.all() else 1.0
    tolerance = 1e-4 * max(size, 1e-6)
    odd = ~low & ((x - scaled).abs() > tolerance)
    if odd.any():
        judge_rest(case, x, x - scaled, odd, tolerance)
    infinite = x[low].isneginf()
    if infinite.any() and not infinite.all():  # one of them is a last resort
        case.unsure("why scores are hidden by two numbers")
    else:
        judge_pattern(case, low, step.name == "_safe_softmax", line)
    some = r.steps("div", "mul") or r.made
    judge_scale(case, factor, some[0].said)


def judge_rest(
    case: Case, x: Tensor, rest: Tensor, odd: Tensor, tolerance: float
) -> None:
    """Ask what is done to scores that are not merely scaled.

    Args:
        case: The attention.
        x: What the softmax is given.
        rest: What it is given besides scaled scores.
        odd: Which scores are not merely scaled.
        tolerance: What counts as equal.
    """
    line = mask_line(case.reading)
    value, more = float(x[odd][0]), float(rest[odd][0])
    set_to = bool((x[odd] - value).abs().max() < 1e-9)
    plus = bool((rest[odd] - more).abs().max() < tolerance)
    if set_to and odd.sum() > 1 and abs(value) < 100:
        case.add("mask=times", "" if abs(value) < 1e-6 else f"{value:g}", line)
        case.used = ("times", ~odd)
    elif plus and abs(abs(more) - 1) < 1e-3 and not odd.all():
        usual = "causal", "another pattern", "every token reads all"
        allows = more > 0 and pattern_of(odd[0]) in usual
        key = "added" if allows else "subtracted"
        case.add(f"mask={key}", line=line)
        case.used = (key, odd if allows else ~odd)
    else:
        judge_bias(case, rest, odd)


def judge_bias(case: Case, rest: Tensor, odd: Tensor) -> None:
    """Ask whether what is added to scores is ALiBi's, or a number for each place.

    Args:
        case: The attention.
        rest: What is added, (parts, queries, keys).
        odd: Where it is not 0.
    """
    r, report = case.reading, case.report
    hidden = torch.zeros_like(odd) if case.hidden is None else case.hidden
    case.biased = True
    here = torch.nonzero(r.texts == r.texts[0]).flatten()
    seen, small = ~hidden[here], 1e-4 * max(float(rest[odd].abs().max()), 1e-6)
    for text in r.texts.unique():
        other = torch.nonzero(r.texts == text).flatten()
        same = len(other) == len(here)
        if same:
            apart = (rest[other] - rest[here]).where(seen & ~hidden[other], 0.0)
            same = float(apart.abs().max()) <= small
        if not same:
            case.unsure("what is added to the scores")
            return
    for how in ("", "plus", "first", "scaled"):
        h, n, m = rest[here].shape
        by = r.q.values.shape[-1] ** -0.5 if how == "scaled" else 1.0
        apart = rest[here] - by * alibi(h, n, m, how).to(rest.dtype)
        of_row = apart.where(seen, torch.nan).nanmean(-1, keepdim=True)
        if (apart - of_row).where(seen, 0.0).abs().max() < 1e-4:
            if how:
                line = (r.steps("add") or r.made)[0].said
                case.add(f"alibi={how}", line=line)
            else:
                report.facts.append("ALiBi")
            case.biased = False
            return
    case.unusual("scores plus a number for each pair of places")
    for step in r.steps("add"):
        if step.taken is not None and mixes_columns(r.trace, step.taken):
            case.report.add("bias=view", line=step.said)


def mixes_columns(trace: Follow, rows: Tensor) -> bool:
    """Return whether each head is given numbers of all columns of a table of biases.

    Args:
        trace: What ran.
        rows: The shadow of the biases, (…, heads, queries, keys).
    """
    name = trace.parameter(rows)
    if not name or rows.dim() < 3:
        return False
    base, heads = trace.bases[name], rows.shape[-3]
    axes = [i for i, size in enumerate(base.shape) if size == heads]
    if base.dim() < 2 or len(axes) != 1:
        return False
    column = (rows - base.min()) // base.stride(axes[0]) % heads
    column = column.movedim(-3, 0).flatten(1)
    return bool((column != column[:, :1]).any(1).all())


def alibi(heads: int, n: int, m: int, how: str) -> Tensor:
    """Return what ALiBi adds to scores, by slopes for powers of two and between.

    Args:
        heads: The number of heads.
        n: The number of queries.
        m: The number of keys.
        how: The mistake: "plus", with the wrong sign; "first", where slopes start at 1.
    """
    power = 2 ** (heads.bit_length() - 1)
    steps = [-8 * i / power for i in range(1, power + 1)]
    steps += [-4 * i / power for i in range(1, 2 * (heads - power), 2)]
    slopes = 2.0 ** (torch.tensor(steps) + 8 / power * (how == "first"))
    apart = (torch.arange(n)[:, None] + m - n - torch.arange(m)).abs()
    return (1 if how == "plus" else -1) * slopes[:, None, None] * apart


def judge_pattern(case: Case, hidden: Tensor, safe: bool, line: str) -> None:
    """Ask which keys are hidden from which queries.

    Args:
        case: The attention.
        hidden: Which are, (parts, queries, keys).
        safe: Whether a row that is hidden whole gives zeros.
        line: Where.
    """
    report, some = case.report, hidden.unique(dim=0)
    if not hidden.any():
        report.facts.append("no mask")
    elif case.masked or "attend=heads" in case.keys:
        return
    elif len(some) > 1:
        case.unusual("a mask that differs between texts or heads")
    else:
        allow, (n, m) = ~some[0], some[0].shape
        pattern, newest = pattern_of(allow), torch.arange(m) == m - 1
        cut = torch.ones_like(allow).tril(m - n) & ~newest
        name = PATTERNS.get(pattern, "")
        if m > 2 and (allow.equal(cut) or allow.equal(~newest.expand(n, m))):
            name = "short"
        if name in ("inverted", "strict"):
            finite = "" if case.fill == -torch.inf else "-finite"
            name += finite or "-zero" * safe
        if name:
            tell(case, f"mask={name}", line)
        elif pattern == "another pattern":
            case.unusual(f"a mask: {drawn(allow)}")
        else:
            report.facts.append(pattern)


def mask_line(r: Reading) -> str:
    """Return the line that hides scores."""
    fills = r.steps("masked_fill", "where")
    some = r.steps("add", "mul", "copy") or r.made
    return fills[0].said if fills else some[-1].said
