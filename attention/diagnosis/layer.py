"""One layer: what it computes, and which mistake gives its numbers."""

import re
import time
from dataclasses import dataclass, field
from typing import Any

from torch import nn

from attention.diagnosis.adapter import kind_of
from attention.diagnosis.algebra import Weights
from attention.diagnosis.catalogue import SITE
from attention.diagnosis.conventions import conventions
from attention.diagnosis.probe import Probe, drawn, probes
from attention.diagnosis.properties import check_repeats
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.search import Match, Target, exact, search
from attention.diagnosis.telling import scaled, tell_call, tell_match
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
NO_MATCH = "what it computes: no known mistake, nor two of them, give these numbers"
NO_MATRICES = "which matrices make queries, keys and values"


@dataclass
class Layer:
    """A layer under examination.

    Attributes:
        report: Where facts and findings go.
        code: The layer, or a function that calls it.
        module: The module, which holds the matrices; an empty one if there is none.
        hint: The number of heads, if it was said.
        causal: Whether it must be causal, if that was said.
        found: The matrices.
        probe: How it is called, once that is known.
        match: What it computes, once that is known.
        end: When to stop the search.
    """

    report: Report
    code: Any
    module: nn.Module
    hint: int | None = None
    causal: bool | None = None
    found: list[Matrix] = field(default_factory=list)
    probe: Probe | None = None
    match: Match | None = None
    end: float = 0.0

    @property
    def wrong(self) -> bool:
        """Whether a mistake is known: what else fails may be its consequence."""
        return self.match is not None and self.match.severity > 0

    def sets(self, probe: Probe) -> list[Weights]:
        """Return what the matrices may be."""
        call, found = probe.call, self.found + probe.call.matrices
        some = [call.heads] if call.form == "heads" else []
        some += [v for k, v in call.given.items() if kind_of(k) == "heads"]
        some += [told_heads(self.module) or 0, *probe.trace.heads]
        some = [self.hint] if self.hint else list(dict.fromkeys(h for h in some if h))
        many = (1, 2, 3, 4, 6, 8, 12) if found else (1,)
        some = some or [h for h in many if probe.width % h == 0]
        return weight_sets(found, probe.width, some)

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
                fixed = number == 2 and not target.placed
                some = [b for b in plain if not (fixed and b.get("rotary"))]
                some = some[: 16 if number == 1 else 6]
                found = search(target, w, some, number, self.end)
            if found:
                return found
        return []

    def examine(self) -> None:
        """Find out how the layer is called and what it computes, and report it."""
        report, self.found = self.report, collect(self.module)
        heads = self.hint or told_heads(self.module) or 4
        try:
            made = probes(self.code, self.module, self.found, heads)
        except Exception as why:
            text = f"{type(why).__name__}: {first_line(why)}"
            pages = [page for words, page in ERRORS.items() if re.search(words, text)]
            page = [*pages, "mistakes/#an-error-is-raised"][0]
            report.unknown.append(f"how to call it: {text} ({SITE}{page})")
            return
        report.called, matches = True, []
        targets = [(p, p.target()) for p in made]
        spread = [t for t in targets if re.search("every|causal", t[0].pattern)]
        probe, target = (spread or targets)[0]
        for one in targets:
            if matches := self.recognise(*one, 0):
                probe, target = one
                break
        self.probe, self.end = probe, time.process_time() + 6
        if not check_repeats(report, probe.call, probe.streams, probe.fresh):
            return
        if probe.call.wrote:
            report.add("in-place", line=probe.trace.line("add"))
        for number in (1, -1, 0, 2) if not matches else ():
            if number:
                matches = self.recognise(probe, target, number)
            else:  # right but for the divisor
                matches = scaled(target, self.sets(probe), self.module)
            if matches:
                break
        self.match = matches[0] if matches else None
        tell_call(report, probe, self.module, self.wrong)
        if matches:
            tell_match(report, probe, matches, self.module)
        else:
            known = bool(self.sets(probe))
            report.facts.append(probe.pattern)
            report.unknown.append(NO_MATCH if known else NO_MATRICES)
        self.check_reading(probe)

    def check_reading(self, probe: Probe) -> None:
        """Report what reads too much, or nothing of a sequence that is given."""
        report, pattern, several = self.report, probe.pattern, len(probe.streams)
        if pattern.startswith(("causal", "a window")):
            report.passed.append(pattern)
        if self.wrong:
            return  # or it is a consequence
        odd = self.causal is None and re.search("next|all later", pattern)
        if several > 1 and pattern == "nothing is read":
            report.add("unread")
        elif several == 2 and pattern == "causal":
            report.add("cross", line=probe.trace.line("mask"))
        elif (self.causal or odd) and not re.match("causal|a window|no", pattern):
            detail = f"{pattern}: {drawn(probe.reads)}"
            report.add("future", detail, probe.trace.line("mask"))
