"""In words: how a layer is called, and what it computes."""

import re

from torch import nn

from attention.diagnosis.algebra import Switches, Weights
from attention.diagnosis.catalogue import CATALOGUE
from attention.diagnosis.conventions import attributes, conventions
from attention.diagnosis.probe import Probe
from attention.diagnosis.report import Report
from attention.diagnosis.search import Match, Target

MEANT = {  # a class of this name means it
    "scale=one": "GPTNeo(?!X)|T5",
    "softmax=sigmoid": "sigmoid",
    "softmax=linear": "linear",
    "softmax=none": "linear",
    "mask=strict": "strict",
    "mask=transposed": "backward|reverse|anti",
}
SAID = {
    "pre": "norm before",
    "post": "sum and norm after",
    "norms": "queries and keys normed",
    "cap": "capped scores",
    "alibi": "ALiBi",
}


def tell_call(report: Report, probe: Probe, module: nn.Module, wrong: bool) -> None:
    """Report how code is called, and whether texts are independent of each other."""
    form, known = probe.call.form, dict(attributes(module))
    if form == "tokens first" and "batch_first" in known:
        report.facts.append("tokens first")
    elif form in ("tokens first", "one text"):
        report.add(form.replace(" ", "-"))
    elif form != "batch":
        axes = "heads, tokens" if form == "heads" else "tokens, heads"
        report.facts.append(f"takes (texts, {axes}, features)")
    if probe.alone or not wrong:
        report.check("texts are independent", probe.alone, "batch")
    if probe.out.isnan().any():
        rows = probe.out.isnan().any(-1).nonzero()[:, 1].unique().tolist()
        report.add("nan", "rows " + ", ".join(map(str, rows)))


def tell_match(
    report: Report, probe: Probe, matches: list[Match], module: nn.Module
) -> None:
    """Report which computation gives the numbers, and which others do."""
    best, report.recognised = matches[0], True
    w, s, fields = best.weights, best.switches, best.fields
    dim = w.inner(probe.width) // w.heads
    for f in best.flips:
        meant = is_meant(f.key, probe, w, module)
        detail = meant
        if f.key == "scale":
            detail = f"{1 / s['scale']:.6g}; the root of d_k is {dim**0.5:.6g}"
        level = "note" if meant or f.note else "MISTAKE"
        report.add(f.key, detail, probe.trace.line(f.place), level)
    names = {f.name for f in best.flips}
    report.ties = sorted({f.name for m in matches for f in m.flips} - names)
    facts = [f"{w.heads} head{'s' * (w.heads > 1)} of {dim}"]
    if w.groups != w.heads:
        facts.append(f"{w.groups} groups of keys and values")
    if "mask" not in fields:
        mask = s["mask"].replace("none", "no mask")
        facts.append(mask.replace("window", "a window of "))
    if r := s.get("rotary"):
        facts.append(
            f"rotary, {r.pairs}, {'own table' if r.table else f'base {r.base:g}'}"
        )
        facts[-1] += f", {r.width} features" if r.width else ""
    facts += [text for field, text in SAID.items() if s.get(field)]
    facts += ["output projection"] * ("o" in w.matrices and "out" not in fields)
    report.facts += facts + [w.label] * bool(w.label)
    names = [k for k, _ in module.named_buffers()]
    tables = [k for k in names if re.search(r"(^|[._])(cos|sin|inv_freq|freqs)", k)]
    if tables and not r and not s.get("alibi"):
        report.add("no-turn", tables[0])


def is_meant(key: str, probe: Probe, w: Weights, module: nn.Module) -> str:
    """Return how a layer says that it means what would be a mistake, or nothing."""
    kinds = [k for k in map(type, module.modules()) if k.__module__[:5] != "torch"]
    types = " ".join(k.__name__ for k in kinds)
    if key in MEANT and re.search(MEANT[key], types, re.I):
        return "as its name says"
    if key != "scale=one":
        return ""
    if not w.matrices and len(probe.streams) == 1:
        return "attention without matrices"
    said = [k for k, v in attributes(module) if "scal" in k and v in (1, None)]
    return f"as {said[0]} says" if said else ""


def scaled(target: Target, sets: list[Weights], module: nn.Module) -> list[Match]:
    """Return a layer that is right but for the divisor of its scores.

    Where an attribute or a parameter is that divisor, it is meant.
    """
    values = [v for _, v in attributes(module) if isinstance(v, (int, float)) and v > 0]
    values += [abs(float(p)) for p in module.parameters() if p.numel() == 1]
    for w in sets[:3]:
        some = conventions(module, w, target)
        some = some[:8] + [b for b in some if b.keys() & {"cap", "norms"}][:8]
        for base in some:
            factor = fitted(target, w, base) if target.fits(w, base, single=True) else 0
            if factor:
                powers = [v**p / factor for v in values for p in (1, -1, 0.5, -0.5)]
                meant = any(abs(ratio - 1) < 1e-6 for ratio in powers)
                flip = CATALOGUE["scale"]._replace(note=meant)
                return [Match(w, base | {"scale": factor}, (flip,))]
    return []


def fitted(target: Target, w: Weights, base: Switches) -> float:
    """Return the factor of the scores with which the reference fits, or 0."""

    def error(power: float) -> float:
        return target.apart(w, base | {"scale": 2.0**power})

    middle = min((i / 2 for i in range(-16, 9)), key=error)
    low, high = middle - 0.5, middle + 0.5
    for _ in range(70 if error(middle) < 0.5 else 0):
        a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
        low, high = (low, b) if error(a) < error(b) else (a, high)
    return 2.0**low if error(low) < 1e-6 else 0.0
