"""One layer: what it computes, and which mistake gives its numbers."""

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from torch import Tensor, nn

from attention.diagnosis.algebra import Weights, distance, scale_of
from attention.diagnosis.call import arguments, kind_of
from attention.diagnosis.catalogue import SITE
from attention.diagnosis.probe import ALONE, TOKENS, Probe, probes
from attention.diagnosis.properties import check_repeats
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.search import LIMIT, Match, Target, exact, mistaken
from attention.diagnosis.weights import (
    attributes,
    collect,
    role,
    told_heads,
    weight_sets,
)

NOTHING = "no known mistake, nor two of them, give these numbers"
MEANT = {  # a class of this name means it
    "scale=one": "GPTNeo(?!X)|T5",
    "softmax=sigmoid": "sigmoid",
    "softmax=linear": "linear",
    "softmax=none": "linear",
    "mask=strict": "strict",
    "softmax=queries": "slot",
    "scale=d_k": "mup",
    "mask=transposed": "backward|reverse|anti",
}
SAID = {
    "pre": "norm before",
    "post": "sum and norm after",
    "norms": "queries and keys normed",
    "cap": "capped scores",
    "alibi": "ALiBi",
    "bias_of_places": "scores plus a number for each pair of places",
}
TABLES = r"(^|[._])(cos|sin|inv_freq|freqs)(_|$)"
AXES = {
    "heads": "texts, heads, tokens, features",
    "tokens by heads": "texts, tokens, heads, features",
}


@dataclass
class Layer:
    """A layer under examination.

    Attributes:
        report: Where facts and findings go.
        code: The layer, or a function that calls it.
        module: The module, which holds the matrices; an empty one if there is none.
        hint: The number of heads, if it was said.
        causal: Whether it must be causal, if that was said.
        claims: How many of a name and a triangular buffer suggest that it is causal.
        probe: How it is called, once that is known.
        match: What it computes, once that is known.
    """

    report: Report
    code: Any
    module: nn.Module
    hint: int | None = None
    causal: bool | None = None
    claims: int = 0
    probe: Probe | None = None
    match: Match | None = None

    def __post_init__(self) -> None:
        """Collect the matrices and the numbers that the module holds."""
        self.found, self.known = collect(self.module), list(attributes(self.module))

    @property
    def wrong(self) -> bool:
        """Whether a mistake is known: what else fails may be its consequence."""
        return self.match is not None and self.match.severity > 0

    def called(self, ids: int = 0) -> list[Probe]:
        """Return the ways to call it that work; if none does, report why."""
        heads = self.hint or told_heads(self.module) or 4
        try:
            made = probes(self.code, self.module, heads, ids)
        except Exception as why:
            text = f"{type(why).__name__}: {first_line(why)}"
            page = f"{SITE}mistakes/#an-error-is-raised"
            self.report.unknown.append(f"how to call it: {text} ({page})")
            return []
        self.report.called, n = True, made[0].streams[0].shape[1]
        if n > max(max(TOKENS)):
            self.report.add("length", f"{n} tokens")
        return made

    def sets(self, probe: Probe) -> list[Weights]:
        """Return what the matrices may be."""
        call = probe.call
        some = [call.heads] if call.form == "heads" else []
        some += [v for k, v in call.given.items() if kind_of(k) == "heads"]
        some += [told_heads(self.module), *probe.trace.heads]
        some = [self.hint] if self.hint else list(dict.fromkeys(h for h in some if h))
        many = (1, 2, 3, 4, 6, 8, 12) if self.found else (1,)
        some = some or [h for h in many if probe.inputs[0].shape[-1] % h == 0]
        widths = [t.shape[-1] for t in probe.inputs[:2]]
        return list(weight_sets(self.found, widths, some))

    def examine(self) -> None:
        """Find out how the layer is called and what it computes, and report it."""
        targets = [(Target(p, p.out), self.sets(p)) for p in self.called()]
        if not targets:
            return
        spread = [t for t in targets if re.match("every|causal", t[0].probe.pattern)]
        target, sets = (spread or targets)[0]
        matches: list[Match] = []
        for one in targets:
            if matches := exact(*one, self.module):
                target, sets = one
                break
        report, self.probe = self.report, target.probe
        if not check_repeats(report, target.probe):
            return
        if target.probe.call.wrote:
            report.add("in-place", line=target.probe.trace.line("add"))
        some = mistaken(target, sets, self.module)
        matches = matches or next(filter(None, some), [])
        self.match = matches[0] if matches else None
        self.tell_call(target.probe)
        if matches:
            self.tell(target.probe, matches)
        else:
            report.facts.append(target.probe.pattern)
            why = "which matrices make queries, keys and values"
            why = f"what it computes: {NOTHING}" if sets else why
            if target.tried >= LIMIT:
                why = f"what it computes: stopped after {LIMIT} computations"
            report.unknown.append(why)
        self.check_reading(target.probe)

    def tell(self, probe: Probe, matches: list[Match]) -> None:
        """Report which computation gives the numbers, and which others do."""
        report, (w, base, flips), s = self.report, matches[0], matches[0].switches
        report.recognised = True
        _, n, width = probe.inputs[0].shape
        dim = (len(w.matrices["q"]) if w.matrices else width) // w.heads
        for f in flips:
            factor = scale_of(s.get("scale", ""), w.heads, n, dim, width)
            detail = meant = self.is_meant(f.key, factor, len(probe.streams))
            if f.key == "scale":
                detail = f"{1 / factor:.6g}; the root of d_k is {dim**0.5:.6g}"
            level = "note" if meant or f.note else "MISTAKE"
            report.add(f.key, detail, probe.trace.line(f.place), level)
        names = {f.name for f in flips}
        report.ties = sorted({f.name for m in matches for f in m.flips} - names)
        facts = [f"{w.heads} head{'s' * (w.heads > 1)} of {dim}"]
        if probe.call.form != "batch" and not w.matrices:
            facts = []  # the probe chose them
        if w.groups != w.heads:
            facts.append(f"{w.groups} groups of keys and values")
        if s["mask"] == base["mask"]:
            mask = s["mask"].replace("none", "no mask")
            mask = mask.replace("given", f"a mask: {probe.drawn}")
            facts.append(mask.replace("window", "a window of "))
        if r := s.get("rotary"):
            part = f", {r.width} features" if r.width else ""
            facts.append(f"rotary, {r.pairs}, base {r.base:g}{part}")
        facts += [text for field, text in SAID.items() if s.get(field) is not None]
        if s.get("residual") == "none":
            facts[facts.index(SAID["post"])] = "norm after"
        tables = [k for k, _ in self.module.named_buffers() if re.search(TABLES, k)]
        if tables and not r and s.get("alibi") is None:
            report.add("no-turn", tables[0])
        out = "o" in w.matrices and "out" not in s
        report.facts += facts + ["output projection"] * out + [w.label] * bool(w.label)

    def is_meant(self, key: str, factor: float, streams: int) -> str:
        """Return how a layer says that it means what would be a mistake, or nothing.

        Args:
            key: The mistake.
            factor: That of the scores: an attribute may say it.
            streams: The number of sequences.
        """
        kinds = [type(m) for m in self.module.modules()]
        types = " ".join(k.__name__ for k in kinds if k.__module__[:5] != "torch")
        if key in MEANT and re.search(MEANT[key], types, re.I):
            return "as its name says"
        if key == "scale=one" and not self.found and streams == 1:
            return "attention without matrices"
        # The root of d_model in self.scale is the mistake itself, and no excuse for it.
        names = "scal|multiplier" if key in ("scale", "scale=one") else "multiplier"
        known = [(k, v) for k, v in self.known if re.search(names, k)]
        said = [k for k, v in known if v is None and key == "scale=one"]
        known += [(k, p) for k, p in self.module.named_parameters() if p.numel() == 1]
        for name, value in known:
            if isinstance(value, float | int | Tensor) and value:
                powers = abs(float(value)), 1 / abs(float(value))
                said += [name] * any(abs(v / factor - 1) < 1e-6 for v in powers)
        return f"as {said[0]} says" if said and key.startswith("scale") else ""

    def tell_call(self, probe: Probe) -> None:
        """Report how code is called, and whether texts are independent."""
        report, form = self.report, probe.call.form
        if form == "tokens first" and type(self.code).__module__[:5] == "torch":
            report.facts.append(form)
        elif form in ("tokens first", "one text"):
            report.add(form.replace(" ", "-"))
        elif form != "batch":
            report.facts.append(f"takes ({AXES[form]})")
        if probe.alone or not self.wrong:
            report.check("texts are independent", probe.alone, "batch")
        if probe.out.isnan().any() and not self.wrong:
            rows = probe.out.isnan().any(-1).nonzero()[:, 1].unique().tolist()
            report.add("nan", "rows " + ", ".join(map(str, rows)))

    def unread(self, probe: Probe) -> str:
        """Return the name of a sequence that may be given, and that changes nothing."""
        for p in arguments(self.code):
            if p.default is None and kind_of(p.name) == "context" and self.match:
                with suppress(Exception):  # it is no sequence, or of another width
                    given = {p.name: probe.fresh[0]}
                    if distance(probe.call(*probe.streams, **given), probe.out) < 1e-6:
                        return p.name
        return ""

    def check_reading(self, probe: Probe) -> None:
        """Report what reads too much, or nothing of a sequence that is given.

        That a layer should be causal is a mistake to break if the reader said so; that
        a name or a buffer suggests it is a note, and that both do is a mistake, unless
        an argument says which is meant.
        """
        report, pattern, several = self.report, probe.pattern, len(probe.streams)
        if pattern.startswith(("causal", "a window")):
            report.passed.append(pattern)
        if self.wrong:
            return  # or it is a consequence
        odd = self.causal is None and re.search("next|all later", pattern)
        roles = {role(m.name) for m in self.found}
        if several > 1 and pattern == "nothing is read":
            report.add("unread")
        elif several == 1 and (name := self.unread(probe)):
            report.add("unread", f"{name} changes nothing")
        elif several == 2 and pattern == "causal":
            said = kind_of(probe.call.streams[1]) == "context"
            level = "" if said else "note"  # it may be given the same text
            report.add("cross", line=probe.trace.line("mask"), level=level)
        elif pattern == ALONE and probe.alone and roles & {"q", "k", "qkv", "kv"}:
            report.add("alone")
        elif re.match("causal|a window|no", pattern):
            pass
        elif odd or self.causal or (self.claims and self.causal is None):
            flags = any("causal" in p.name for p in arguments(self.code))
            sure = odd or self.causal or (self.claims > 1 and not flags)
            level = "FAILS" if sure else "note"
            detail = f"{pattern}: {probe.drawn}"
            report.add("future", detail, probe.trace.line("mask"), level)
