"""From scores to weights: the scale, what is hidden, and what the softmax runs over."""

import math
import re

import torch
from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.follow import MIXED, NONE, Step
from attention.diagnosis.probe import pattern_of
from attention.diagnosis.reading import close, shared

FAR = 1e4  # what is hidden is below minus this
MEANT = {  # a class of this name means it
    "scale=one": "GPTNeo(?!X)|T5",
    "softmax=sigmoid": "sigmoid",
    "softmax=linear": "linear",
    "softmax=none": "linear|decay|retent|delta|mamba",
    "mask=strict": "strict",
    "softmax=queries": "slot",
    "scale=d_k": "mup",
    "mask=transposed": "backward|reverse|anti",
}
SOFTMAX = "_softmax", "_safe_softmax", "_log_softmax"
PATTERNS = {
    "a token reads the next one": "next",
    "a token reads earlier ones, not itself": "strict",
    "a token reads later ones only": "inverted",
    "a token reads itself and later ones": "transposed",
    "nothing is read": "hidden",
}


def meant(case: Case, key: str, factor: float = 1.0) -> str:
    """Return how a layer says that it means what would be a mistake, or nothing."""
    kinds = [type(m) for m in case.module.modules()]
    types = " ".join([k.__name__ for k in kinds if k.__module__[:5] != "torch"])
    types += f" {case.report.subject}"
    if key in MEANT and re.search(MEANT[key], types, re.I):
        return "as its name says"
    bare = not any(True for _ in case.module.parameters())
    if key == "scale=one" and bare and case.streams == 1:
        return "attention without matrices"
    # The root of d_model in self.scale is the mistake itself, and no excuse for it.
    names = (
        "scal|multiplier|factor|temperature"
        if key in ("scale", "scale=one")
        else "multiplier"
    )
    known = [(k, v) for k, v in case.known if re.search(names, k)]
    said = [k for k, v in known if v is None and key == "scale=one"]
    known += [(k, p) for k, p in case.module.named_parameters() if p.numel() == 1]
    for name, value in known:
        if isinstance(value, float | int | Tensor) and value:
            powers = abs(float(value)), 1 / abs(float(value))
            usual = [factor]
            if key == "scale":  # or besides the root of d_k
                usual += [factor * case.reading.q.shape[-1] ** 0.5]
            said += [name] * any(abs(v / f - 1) < 1e-4 for v in powers for f in usual)
    return f"as {said[0]} says" if said and key.startswith("scale") else ""


def judge_scale(case: Case, factor: float, line: str, late: float = 1.0) -> None:
    """Compare the factor of the scores with the root of d_k."""
    r, report = case.reading, case.report
    d, h, n = r.q.shape[-1], case.heads, r.shape[2]

    def names(f: float) -> list[str]:
        table = {
            "": d**-0.5,
            "one": 1.0,
            "d_model": (h * d) ** -0.5,
            "d_in": case.width**-0.5,
            "d_k": 1 / d,
            "inverse": d**0.5,
            "heads": h**-0.5,
            "length": n**-0.5,
            "length ": r.shape[1] ** -0.5,
        }
        return list(
            dict.fromkeys(k.strip() for k, v in table.items() if abs(f / v - 1) < 1e-4)
        )

    if late != 1.0:
        key = {"": "scale=after", "d_model": "scale=after-d_model"}
        found = [key[k] for k in names(late) if k in key]
        if found and names(factor)[:1] == ["one"]:
            report.add(found[0], line=case.late_line, level="MISTAKE")
            return
        case.unsure("why the weights are multiplied by a number")
        return
    some = names(factor)
    if "" in some or case.composite:
        return
    if all(
        close(t.norm(dim=-1), t[:1, :1].norm(dim=-1).expand(t.shape[:2]))
        for t in (r.q, r.k)
    ):
        report.facts.append("cosines of queries and keys")  # with a factor of their own
        return
    if math.isnan(factor):
        case.unsure("why each head has a factor of its own")
        return
    key = f"scale={some[0]}" if some else "scale"
    detail = said = meant(case, key, factor)
    if key == "scale=one" and case.biased and not said:
        detail = said = "with a bias for each pair of places, as in T5"
    if key == "scale":
        detail = f"{1 / factor:.6g}; the root of d_k is {d**0.5:.6g}"
    report.add(key, detail, line, "note" if said else "MISTAKE")
    report.ties += [report.title(f"scale={k}") for k in some[1:]]


def slope_of(x: Tensor, s: Tensor, texts: Tensor) -> float:
    """Return by what the scores are multiplied, whatever is added to them."""
    return float(slopes_of(x, s, texts).median())


def slopes_of(x: Tensor, s: Tensor, texts: Tensor) -> Tensor:
    """Return the same for each part, (parts, 1, 1)."""
    seen = (x.abs() < FAR) & x.isfinite()
    ratio = (x / s).where(seen & (s.abs() > 1e-9), torch.nan)
    parts = [torch.nonzero(texts == t).flatten() for t in texts.unique() if t >= 0]
    if len(parts) > 1 and len({len(p) for p in parts}) == 1:
        a, b = parts[0], parts[1]
        by = ((x[a] - x[b]) / (s[a] - s[b])).where(seen[a] & seen[b], torch.nan)
        if (by.abs() > 1e-12).any() and len(a) * len(parts) == len(x):
            ratio = torch.empty_like(ratio)
            for p in parts:
                ratio[p] = by
    each = ratio.where(ratio.abs() > 1e-12, torch.nan).flatten(1).nanmedian(1).values
    each = each.where(
        each.isfinite(),
        each[each.isfinite()].median() if each.isfinite().any() else 0.0,
    )
    return each[:, None, None]


def judge_weights(case: Case, factor: float) -> None:
    """Ask what is done to the scores until values are mixed by them."""
    r, report = case.reading, case.report
    norm = [s for s in r.between if s.name in SOFTMAX]
    case.late_line = r.mixed[0].said
    case.biased = False
    if not norm:
        by_hand(case, factor)
        return
    first = norm[0]
    case.extra = bool((r.at[first.rows] < 0).any()) or bool((r.k_place == NONE).any())
    x = r.grid(first.args[0], first.rows)
    made = r.grid(first.out, first.rows)
    if x is None or made is None or x.isnan().all():
        case.unsure("what the softmax is given")
        return
    if len(norm) > 1:
        report.add("softmax=twice", line=norm[1].said, level="MISTAKE")
    over = axis_of(case, first)
    if over != "keys":
        key = {
            "queries": "queries",
            "heads": "heads",
            "batch": "batch",
            "flat": "flat",
        }.get(over)
        if over == "queries" and r.contracts_rows and not case.named("k", r.k_rows):
            report.add("mix=transposed", line=r.mixed[0].said, level="MISTAKE")
            r.flip()
            x, made = x.mT, made.mT
            over = "keys"
        elif key:
            said = meant(case, f"softmax={key}")
            report.add(
                f"softmax={key}", said, first.said, "note" if said else "MISTAKE"
            )
        else:
            case.unsure("what the softmax runs over")
    if first.name == "_log_softmax":
        exp = [s for s in r.between if s.name == "exp" and s.number > first.number]
        if not exp:
            report.add("softmax=log", line=first.said, level="MISTAKE")
            made = r.weights
        else:
            made = r.grid(exp[0].out, exp[0].rows)
    judge_scores(case, x, factor, first)
    if len(norm) == 1 and over == "keys":
        judge_after(case, made, x)


def axis_of(case: Case, step: Step) -> str:
    """Return what a softmax runs over."""
    r = case.reading
    step, common = step.first or step, r.trace.common
    dim = step.args[1]
    part, i, j = r.where(r.at[step.rows])
    if r.transposed:
        i, j = j, i
    varies = {
        k: bool((common(t, dim) == MIXED).any())
        for k, t in (("p", part), ("i", i), ("j", j))
    }
    if varies["i"] and varies["j"]:
        return "flat"
    if varies["j"]:
        return "keys" if not varies["p"] else "several"
    if varies["i"]:
        return "queries"
    if not varies["p"]:
        return "keys" if r.shape[2] == 1 else "one"
    return "batch" if (common(r.texts[part], dim) == MIXED).any() else "heads"


def judge_scores(case: Case, x: Tensor, factor: float, step: Step) -> None:
    """Ask how what the softmax is given differs from scaled scores."""
    r, report = case.reading, case.report
    s = r.scores
    caps = [t for t in r.between if t.name == "tanh"]
    if caps and (before := r.grid(caps[0].args[0], caps[0].rows)) is not None:
        inner = slope_of(before, s, r.texts)
        after = r.grid(caps[0].out, caps[0].rows)
        slope = slope_of(x, after, r.texts)
        case.report.facts.append("capped scores")
        s, total = after, factor * inner * slope
    else:
        slope = slope_of(x, s, r.texts)
        total = factor * slope
        each = slopes_of(x, s, r.texts)
        if not close(each, each[:1].expand_as(each), 1e-3):
            s, slope, total = each * s, 1.0, math.nan  # a factor of each head
    if not slope:
        hidden = x <= -FAR
        if hidden.all():
            report.add("mask=hidden", line=mask_line(r), level="MISTAKE")
        else:
            case.unsure("what the scores have to do with queries and keys")
        return
    rest = x - slope * s
    low, high = x <= -FAR, x >= FAR
    usual = ~low & ~high
    tol = 1e-4 * max(
        float((slope * s)[usual].abs().max()) if usual.any() else 1.0, 1e-6
    )
    odd = usual & (rest.abs() > tol)
    case.hidden = low
    case.fill = float(x[low].max()) if low.any() else 0.0
    safe = step.name == "_safe_softmax"
    line = mask_line(r)
    if high.any():
        report.add("mask=positive", line=line, level="MISTAKE")
        case.used = ("positive", ~high)
        return
    if odd.any():
        values, given = rest[odd], x[odd]
        if (
            (given - given.flatten()[0]).abs().max() < 1e-9
            and given.numel() > 1
            and abs(float(given.flatten()[0])) < 100
            and bool(close_to_constant(given))
        ):
            report.add(
                "mask=times",
                ""
                if abs(float(given.flatten()[0])) < 1e-6
                else f"{float(given.flatten()[0]):g}",
                line,
                "MISTAKE",
            )
            case.used = ("times", ~odd)
        elif (
            (values - values.flatten()[0]).abs().max() < tol
            and abs(abs(float(values.flatten()[0])) - 1) < 1e-3
            and odd.sum() < odd.numel()
        ):
            pattern = pattern_of(odd[0]) if odd.dim() == 3 else ""
            lower = pattern in ("causal", "another pattern", "every token reads all")
            key = "added" if values.flatten()[0] > 0 and lower else "subtracted"
            report.add(f"mask={key}", line=line, level="MISTAKE")
            case.used = (key, odd if key == "added" else ~odd)
        else:
            judge_bias(case, rest, odd)
    judge_pattern(case, low, safe, line)
    judge_scale(case, total, scale_line(case), case.late)


def close_to_constant(t: Tensor) -> bool:
    """Return whether all numbers are one."""
    return float((t - t.flatten()[0]).abs().max()) < 1e-9


def judge_bias(case: Case, rest: Tensor, odd: Tensor) -> None:
    """Ask whether what is added to scores is ALiBi's, or a number for each place."""
    r, report = case.reading, case.report
    texts = r.texts
    case.biased = True
    here = torch.nonzero(texts == texts[0]).flatten()
    for t in texts.unique():
        other = torch.nonzero(texts == t).flatten()
        if len(other) != len(here):
            case.unsure("what is added to the scores")
            return
        both = (rest[other] - rest[here]).where(
            ~case.hidden[here] & ~case.hidden[other], torch.zeros(())
        )
        if both.abs().max() > 1e-4 * max(float(rest[odd].abs().max()), 1e-6):
            case.unsure("what is added to the scores")
            return
    bias, seen = rest[here], ~case.hidden[here]
    h, n, m = bias.shape
    for how in ("", "plus", "first"):
        made = alibi(h, n, m, how).to(bias.dtype)
        offset = ((bias - made).where(seen, torch.nan)).nanmean(
            -1, keepdim=True
        )  # of a row
        if ((bias - made - offset).where(seen, torch.zeros(()))).abs().max() < 1e-4:
            if how:
                report.add(f"alibi={how}", line=add_line(r), level="MISTAKE")
            else:
                report.facts.append("ALiBi")
            case.biased = False
            return
    report.facts.append("scores plus a number for each pair of places")


def alibi(heads: int, n: int, m: int, how: str) -> Tensor:
    """Return what ALiBi adds to scores, by slopes for powers of two and between."""
    power = 2 ** (heads.bit_length() - 1)
    steps = [-8 * i / power for i in range(1, power + 1)]
    steps += [-4 * i / power for i in range(1, 2 * (heads - power), 2)]
    slopes = 2.0 ** (torch.tensor(steps) + 8 / power * (how == "first"))
    apart = (torch.arange(n)[:, None] + m - n - torch.arange(m)).abs()
    return (1 if how == "plus" else -1) * slopes[:, None, None] * apart


def judge_pattern(case: Case, low: Tensor, safe: bool, line: str) -> None:
    """Ask which keys are hidden from which queries."""
    r, report = case.reading, case.report
    if case.masked or not low.any():
        case.rule = "none" if not low.any() else ""
        if not low.any():
            report.facts.append("no mask")
        return
    some = low.unique(dim=0)
    if len(some) > 1:
        report.facts.append("a mask that differs between texts or heads")
        return
    pattern = pattern_of(~some[0])
    n, m = some[0].shape
    short = m > 2 and torch.equal(
        ~some[0],
        torch.ones(n, m, dtype=torch.bool).tril(m - n) & (torch.arange(m) < m - 1),
    )
    short = short or (
        m > 2 and bool(some[0][:, -1].all()) and not some[0][:, :-1].any()
    )
    name = "short" if short else PATTERNS.get(pattern, "")
    suffix = "" if case.fill == -torch.inf else "-finite"
    suffix = "-zero" if safe and suffix == "" else suffix
    if name in ("inverted", "strict"):
        name += suffix
    if name:
        said = meant(case, f"mask={name.partition('-')[0]}")
        report.add(f"mask={name}", said, line, "note" if said else "MISTAKE")
    elif pattern.startswith("the last"):
        report.facts.append(pattern)
    else:
        drawn = " / ".join(
            "".join(".x"[not c] for c in row) for row in some[0].tolist()
        )
        report.facts.append(
            f"a mask: {drawn}" if pattern == "another pattern" else pattern
        )
    case.rule = pattern


def judge_after(case: Case, made: Tensor | None, x: Tensor) -> None:
    """Ask what is done to weights after the softmax."""
    r, report = case.reading, case.report
    w = r.weights
    if made is None or close(w, made.nan_to_num(0.0)) or close(w, made):
        return
    line = case.late_line
    after = [s for s in r.between if s.name in ("masked_fill", "where", "mul")]
    line = after[-1].said if after else line
    some = made.abs() > 1e-12
    ratio = (w / made).where(some, torch.nan)
    finite = ratio[ratio.isfinite()]
    if w.isneginf().any() or (w < -FAR).any():
        finite_ = not w.isneginf().any()
        report.add(
            "mask=after-finite" if finite_ else "mask=after", line=line, level="MISTAKE"
        )
        case.used = ("after-finite" if finite_ else "after", w > -FAR)
        return
    zero = some & (w == 0)
    kept = some & ~zero
    if kept.any() and close(ratio[kept], torch.ones_like(ratio[kept])) and zero.any():
        report.add("mask=weights", line=line, level="MISTAKE")
        case.used = ("weights", ~zero)
        return
    if zero.any():
        allow = ~zero
        masked = made * allow
        sums = masked.sum(-1)
        if close(w, masked / sums[..., None]):
            judge_pattern(case, zero, False, line)
            case.hidden = zero
            return
        if w.shape[-1] == w.shape[-2] and close(w, masked / sums[..., None, :]):
            report.add("mask=renorm", line=line, level="MISTAKE")
            case.used = ("renorm", allow)
            return
    if finite.numel() and close(finite, finite[:1].expand_as(finite)):
        return  # a factor, told with the scale
    case.unsure("what is done to the weights after the softmax")


def late_factor(case: Case) -> float:
    """Return by what the weights are multiplied after the softmax."""
    r = case.reading
    norm = [s for s in r.between if s.name in SOFTMAX]
    if len(norm) != 1 or (made := r.grid(norm[0].out, norm[0].rows)) is None:
        return 1.0
    some = (made.abs() > 1e-9) & r.weights.isfinite() & (r.weights != 0)
    ratio = (r.weights / made)[some]
    if ratio.numel() and close(ratio, ratio[:1].expand_as(ratio)):
        return float(ratio[0])
    return 1.0


def by_hand(case: Case, factor: float) -> None:
    """Ask the same where no softmax of torch was called."""
    r, report, w = case.reading, case.report, case.reading.weights
    names = [s.name for s in r.between]
    exps = [s for s in r.between if s.name == "exp"]
    line = (exps or [r.mixed[0]])[0].said
    if exps and (x := r.grid(exps[-1].args[0], exps[-1].rows)) is not None:
        e = r.grid(exps[-1].out, exps[-1].rows)
        div = [s for s in r.between if s.name == "div" and s.number > exps[-1].number]
        line = (div or exps)[0].said
        sums = e.sum(-1)
        for key, made in {
            "": e / sums[..., None],
            "queries": e / e.sum(-2, keepdim=True),
            "keepdim": e / sums[..., None, :] if e.shape[-1] == e.shape[-2] else None,
            "exp": e,
            "flat": e / e.sum((-1, -2), keepdim=True),
        }.items():
            if made is not None and (
                close(w, made, 1e-4) or close(w, made.nan_to_num(0.0), 1e-4)
            ):
                if (
                    key == "queries"
                    and r.contracts_rows
                    and not case.named("k", r.k_rows)
                ):
                    report.add("mix=transposed", line=r.mixed[0].said, level="MISTAKE")
                elif key in ("exp", "flat") and case.averages:
                    case.unsure("how the exponentials become weights")
                    return
                elif key:
                    report.add(f"softmax={key}", line=line, level="MISTAKE")
                break
        else:
            case.unsure("how the exponentials become weights")
            return
        # The maximum of a row may be subtracted first: what remains is a number a row.
        shift = x - r.scores * slope_in_rows(x, r.scores)
        rows = (
            torch.where(x.abs() < FAR, shift, torch.nan)
            .nanmedian(-1, keepdim=True)
            .values
        )
        judge_scores(case, x - rows.nan_to_num(0.0), factor, exps[-1])
        return
    if "sigmoid" in names:
        key, step = "sigmoid", next(s for s in r.between if s.name == "sigmoid")
        x = r.grid(step.args[0], step.rows)
    elif close(w, r.scores * slope_of(w, r.scores, r.texts)):
        key, step, x = "none", r.mixed[0], w
    elif names.count("div") and rows_sum(w):
        key, step = "linear", [s for s in r.between if s.name == "div"][-1]
        x = r.grid(step.args[0], step.rows)
    else:
        case.unsure("how scores become weights")
        return
    said = meant(case, f"softmax={key}")
    report.add(f"softmax={key}", said, step.said, "note" if said else "MISTAKE")
    if x is not None and not said:
        judge_scores(case, x, factor, step)


def rows_sum(w: Tensor) -> bool:
    """Return whether each row sums to one."""
    return close(w.sum(-1), torch.ones(w.shape[:2], dtype=w.dtype))


def slope_in_rows(x: Tensor, s: Tensor) -> float:
    """Return by what scores are multiplied if a number is added to each row."""
    seen = (x.abs() < FAR) & x.isfinite()
    dx, ds = x[..., 1:] - x[..., :1], s[..., 1:] - s[..., :1]
    ratio = (dx / ds)[seen[..., 1:] & seen[..., :1]]
    ratio = ratio[ratio.isfinite()]
    return float(ratio.median()) if len(ratio) else 0.0


def mask_line(r) -> str:
    """Return the line that hides scores."""
    some = [
        s for s in r.between if s.name in ("masked_fill", "where", "add", "mul", "copy")
    ]
    for s in some:
        if s.name in ("masked_fill", "where"):
            return s.said
    return (some or r.made)[-1].said


def add_line(r) -> str:
    """Return the line that adds to the scores."""
    return ([s for s in r.between if s.name == "add"] or r.made)[0].said


def scale_line(case: Case) -> str:
    """Return the line that multiplies the scores, or makes them."""
    some = [s for s in case.reading.between if s.name in ("div", "mul")]
    return (some or case.reading.made)[0].said
