"""One layer: what it computes, and which mistake gives its numbers."""

import re
import time
from dataclasses import dataclass, field
from typing import Any

from torch import nn

from attention.diagnosis.adapter import kind_of
from attention.diagnosis.algebra import Weights
from attention.diagnosis.catalogue import SITE
from attention.diagnosis.conventions import attributes, conventions
from attention.diagnosis.probe import Probe, drawn, probes
from attention.diagnosis.properties import check_repeats
from attention.diagnosis.report import Report
from attention.diagnosis.search import Match, Target, exact, search
from attention.diagnosis.weights import Matrix, collect, told_heads, weight_sets

ERRORS = {
    r"size of tensor a .* must match": "mistakes/shapes/#t-on-a-batch",
    r"view size is not compatible": "mistakes/shapes/#view-after-transpose",
    r"mat1 and mat2 shapes": "mistakes/shapes/#d_out-for-one-head-or-for-all",
    r"dtype": "mistakes/devices/#one-part-in-half-precision",
    r"device": "mistakes/devices/#the-mask-that-stays-on-the-cpu",
    r"index out of range": "mistakes/shapes/#an-id-outside-the-table",
    r"divisible": "mistakes/shapes/#a-width-that-does-not-divide",
}
MEANT = {  # a class of this name means it
    "scale=one": "GPTNeo(?!X)|T5",
    "softmax=sigmoid": "sigmoid",
    "softmax=linear": "linear",
    "softmax=none": "linear",
    "mask=strict": "strict",
    "mask=transposed": "backward|reverse|anti",
}


@dataclass
class Layer:
    """A layer under examination.

    Attributes:
        report: Where facts and findings go.
        code: The layer, or a function that calls it.
        module: The module, which holds the matrices.
        hint: The number of heads, if it was said.
        causal: Whether it must be causal, if that was said.
        probe: How it is called, once that is known.
        match: What it computes, once that is known.
    """

    report: Report
    code: Any
    module: nn.Module | None = None
    hint: int | None = None
    causal: bool | None = None
    found: list[Matrix] = field(default_factory=list)
    probe: Probe | None = None
    match: Match | None = None
    end: float = 0.0

    @property
    def wrong(self) -> bool:
        """Whether a mistake is known, so that what else fails may be its consequence."""
        return self.match is not None and self.match.severity > 0

    def sets(self, probe: Probe) -> list[Weights]:
        """Return what the matrices may be."""
        some = [self.hint or told_heads(self.module)]
        if not self.hint:
            given = [probe.call.heads] if probe.call.form == "heads" else []
            given += [v for k, v in probe.call.given.items() if kind_of(k) == "heads"]
            some = [*given, *some, *(h for h in probe.trace.heads if 0 < h <= 64)]
        heads = [h for h in dict.fromkeys(some) if h]
        if not self.found and not probe.call.matrices:
            heads = heads or [1]
        heads = heads or [h for h in (1, 2, 3, 4, 6, 8, 12) if probe.width % h == 0]
        return weight_sets(self.found + probe.call.matrices, probe.width, heads)

    def recognise(self, probe: Probe, target: Target, number: int) -> list[Match]:
        """Return the computations with a number of mistakes that give the numbers.

        Args:
            probe: How the layer is called.
            target: What it gave.
            number: 0, 1 or 2, or -1 for none with the layer's own rotary table: that
                comes after 1, for the table may itself be wrong.
        """
        for w in self.sets(probe):
            bases = conventions(self.module, w, target)
            own = [b for b in bases if b.get("rotary") and b["rotary"].table]
            plain = [b for b in bases if b not in own]
            if number < 1:
                found = exact(target, w, own if number else plain)
            else:
                placed = [
                    b
                    for b in plain
                    if target.placed or number == 1 or not b.get("rotary")
                ]
                found = search(
                    target, w, placed[: 16 if number == 1 else 6], number, self.end
                )
            if found:
                return found
        return []

    def examine(self) -> None:
        """Find out how the layer is called and what it computes, and report it."""
        self.found = collect(self.module) if self.module else []
        heads = self.hint or told_heads(self.module) or 4
        try:
            made = probes(self.code, self.module, self.found, heads)
        except Exception as why:
            text = str(why).split("\n")[0][:110]
            page = next(
                (p for k, p in ERRORS.items() if re.search(k, text)),
                "mistakes/#an-error-is-raised",
            )
            self.report.unknown.append(
                f"how to call it: {type(why).__name__}: {text} ({SITE}{page})"
            )
            return
        self.report.called = True
        matches: list[Match] = []
        targets = [(p, p.target()) for p in made]
        for probe, target in targets:
            if matches := self.recognise(probe, target, 0):
                break
        else:
            spread = [t for t in targets if re.search("every|causal", t[0].pattern)]
            probe, target = (spread or targets)[0]
        self.probe, self.end = probe, time.monotonic() + 6
        if not check_repeats(self.report, probe.call, probe.streams, probe.fresh):
            return
        if probe.call.wrote:
            self.report.add("in-place", line=probe.trace.line("add"))
        for number in (1, -1, 2) if not matches else ():
            if matches := self.recognise(probe, target, number):
                break
        self.match = matches[0] if matches else None
        self.describe(probe)
        if matches:
            self.tell(probe, matches)
        else:
            self.measure_scale(probe, target)
        self.check_future(probe)
        other = len(probe.streams) == 2 and not self.wrong
        if (
            len(probe.streams) > 1
            and probe.pattern == "nothing is read"
            and not self.wrong
        ):
            self.report.add("unread")
        elif other and probe.pattern == "causal":
            self.report.add("cross", line=probe.trace.line("mask"))

    def describe(self, probe: Probe) -> None:
        """Report how the code is called."""
        form, report = probe.call.form, self.report
        if form == "tokens first" and any(
            k == "batch_first" for k, _ in attributes(self.module)
        ):
            report.facts.append("tokens first")
        elif form in ("tokens first", "one text"):
            report.add(form.replace(" ", "-"))
        elif form != "batch":
            axes = "heads, tokens" if form == "heads" else "tokens, heads"
            report.facts.append(f"takes (texts, {axes}, features)")
        if probe.alone or not self.wrong:
            report.check("texts are independent", probe.alone, "batch")
        if probe.out.isnan().any():
            rows = probe.out.isnan().any(-1).nonzero()[:, 1].unique().tolist()
            report.add("nan", "rows " + ", ".join(map(str, rows)))

    def tell(self, probe: Probe, matches: list[Match]) -> None:
        """Report which computation gives these numbers, and which others do."""
        best, report = matches[0], self.report
        w, s, fields = best.weights, best.switches, best.fields
        report.recognised = True
        for f in best.flips:
            meant = self.meant(f.key)
            report.add(
                f.key, meant, probe.trace.line(f.place), "note" if meant else "MISTAKE"
            )
        report.ties = sorted(
            {f.name for m in matches for f in m.flips} - {f.name for f in best.flips}
        )
        inner = w.inner(probe.width)
        facts = [f"{w.heads} head{'s' * (w.heads > 1)} of {inner // w.heads}"]
        facts += (
            [f"{w.groups} groups of keys and values"] if w.groups != w.heads else []
        )
        if "mask" not in fields:
            facts.append(
                s["mask"].replace("none", "no mask").replace("window", "a window of ")
            )
        if r := s.get("rotary"):
            table = "its own table" if r.table else f"base {r.base:g}"
            facts.append(
                f"rotary, {r.pairs}, {table}"
                + (f", {r.width} features" if r.width else "")
            )
        words = {
            "pre": "norm before",
            "post": "sum and norm after",
            "norms": "queries and keys normed",
            "cap": "capped scores",
            "alibi": "ALiBi",
        }
        facts += [text for k, text in words.items() if s.get(k)]
        facts += (
            ["output projection"] if "o" in w.matrices and "out" not in fields else []
        )
        report.facts += facts + [w.label] * bool(w.label)
        names = [k for k, _ in self.module.named_buffers()] if self.module else []
        tables = [k for k in names if re.search(r"(^|[._])(cos|sin|inv_freq|freqs)", k)]
        if tables and not r and not s.get("alibi"):
            report.add("no-turn", tables[0])

    def meant(self, key: str) -> str:
        """Return how a layer says that it means what would be a mistake, or nothing."""
        types = (
            " ".join(type(m).__name__ for m in self.module.modules())
            if self.module
            else ""
        )
        if key in MEANT and re.search(MEANT[key], types, re.I):
            return "as its name says"
        if key != "scale=one":
            return ""
        if (
            not self.found
            and self.probe
            and not self.probe.call.matrices
            and len(self.probe.streams) == 1
        ):
            return "attention without matrices"
        said = [k for k, v in attributes(self.module) if "scal" in k and v in (1, None)]
        return f"as {said[0]} says" if said else ""

    def measure_scale(self, probe: Probe, target: Target) -> None:
        """Report the divisor of the scores of a layer that is right but for it."""
        sets = self.sets(probe)
        self.report.facts.append(probe.pattern)
        for w in sets[:3]:
            some = conventions(self.module, w, target)
            some = some[:8] + [b for b in some if b.keys() & {"cap", "norms"}][:8]
            for base in some:
                if not target.fits(w, base, single=True):
                    continue
                if divisor := fitted(target, w, base):
                    inner = w.inner(probe.width)
                    values = [
                        v
                        for _, v in attributes(self.module)
                        if isinstance(v, (int, float)) and v > 0
                    ]
                    values += (
                        [
                            abs(float(p))
                            for p in self.module.parameters()
                            if p.numel() == 1
                        ]
                        if self.module
                        else []
                    )
                    meant = any(
                        abs(v**p * divisor - 1) < 1e-6
                        for v in values
                        for p in (1, -1, 0.5, -0.5)
                    )
                    detail = f"{divisor:.6g}; the root of d_k is {(inner // w.heads) ** 0.5:.6g}"
                    self.report.add(
                        "scale",
                        detail,
                        probe.trace.line("scores"),
                        "note" if meant else "MISTAKE",
                    )
                    self.match = Match(w, base | {"scale": 1 / divisor})
                    self.report.recognised = True
                    return
        self.report.unknown.append(
            "what it computes: no known mistake, and no two of them, give these numbers"
            if sets
            else "which matrices make queries, keys and values"
        )

    def check_future(self, probe: Probe) -> None:
        """Report a layer that must be causal and is not."""
        if probe.pattern.startswith(("causal", "a window")):
            self.report.passed.append(probe.pattern)
        elif (
            not self.wrong
            and probe.pattern not in ("no token reads another", "nothing is read")
            and (
                self.causal
                or (self.causal is None and re.search("next|all later", probe.pattern))
            )
        ):
            self.report.add(
                "future",
                f"{probe.pattern}: {drawn(probe.reads)}",
                probe.trace.line("mask"),
            )


def fitted(target: Target, w: Weights, base: dict[str, Any]) -> float:
    """Return the divisor of the scores with which the reference fits, or 0."""

    def error(power: float) -> float:
        return target.apart(w, base | {"scale": 2.0**power})

    middle = min((i / 2 for i in range(-16, 9)), key=error)
    low, high = middle - 0.5, middle + 0.5
    for _ in range(70 if error(middle) < 0.5 else 0):
        a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
        low, high = (low, b) if error(a) < error(b) else (a, high)
    return 2.0**-low if error(low) < 1e-6 else 0.0
