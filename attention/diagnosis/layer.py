"""One layer: what it computes, and which mistake gives its numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from torch import nn

from attention.diagnosis.adapter import arguments, kind_of
from attention.diagnosis.algebra import Switches, Weights, distance
from attention.diagnosis.catalogue import SITE
from attention.diagnosis.conventions import biased, conventions
from attention.diagnosis.probe import ALONE, TOKENS, Probe, probes
from attention.diagnosis.properties import check_repeats
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.search import LIMIT, Match, Target, exact, scaled, search
from attention.diagnosis.weights import attributes, collect, told_heads, weight_sets

ERRORS = {
    r"size of tensor a .* must match": "mistakes/shapes/#t-on-a-batch",
    r"view size is not compatible": "mistakes/shapes/#view-after-transpose",
    r"mat1 and mat2 shapes": "mistakes/shapes/#d_out-for-one-head-or-for-all",
    r"dtype": "mistakes/devices/#one-part-in-half-precision",
    r"device": "mistakes/devices/#the-mask-that-stays-on-the-cpu",
    r"index out of range": "mistakes/shapes/#an-id-outside-the-table",
    r"divisible": "mistakes/shapes/#a-width-that-does-not-divide",
    "": "mistakes/#an-error-is-raised",
}
TABLES = r"(^|[._])(cos|sin|inv_freq|freqs)(_|$)"
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


AXES = {
    "heads": "texts, heads, tokens, features",
    "tokens by heads": "texts, tokens, heads, features",
    "features first": "texts, features, tokens",
    "an image": "texts, features, height, width",
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
        told: Whether the reader said so; else it is a guess by names and buffers.
        probe: How it is called, once that is known.
        match: What it computes, once that is known.
    """

    report: Report
    code: Any
    module: nn.Module
    hint: int | None = None
    causal: bool | None = None
    told: bool = False
    probe: Probe | None = None
    match: Match | None = None

    def __post_init__(self) -> None:
        """Collect the matrices and the numbers that the module holds."""
        self.found, self.known = collect(self.module), list(attributes(self.module))

    @property
    def wrong(self) -> bool:
        """Whether a mistake is known: what else fails may be its consequence."""
        return self.match is not None and self.match.severity > 0

    def called(self, ids: int = 0, whole: bool = False) -> list[Probe]:
        """Return the ways to call it that work; if none does, report why."""
        heads = self.hint or told_heads(self.module) or 4
        try:
            made = probes(self.code, self.module, heads, ids, whole)
        except Exception as why:
            text = f"{type(why).__name__}: {first_line(why)}"
            page = next(p for words, p in ERRORS.items() if re.search(words, text))
            self.report.unknown.append(f"how to call it: {text} ({SITE}{page})")
            return []
        self.report.called, n = True, made[0].streams[0].shape[1]
        if n > max(max(TOKENS)):
            self.report.add("length", f"{n} tokens")
        return made

    def sets(self, probe: Probe) -> list[Weights]:
        """Return what the matrices may be."""
        call, found = probe.call, self.found + probe.call.matrices
        some = [call.heads] if call.form == "heads" else []
        some += [v for k, v in call.given.items() if kind_of(k) == "heads"]
        some += [told_heads(self.module), *probe.trace.heads]
        some = [self.hint] if self.hint else list(dict.fromkeys(h for h in some if h))
        many = (1, 2, 3, 4, 6, 8, 12) if found else (1,)
        some = some or [h for h in many if probe.streams[0].shape[-1] % h == 0]
        return list(weight_sets(found, probe.widths, some))

    def examine(self) -> None:
        """Find out how the layer is called and what it computes, and report it."""
        report, matches = self.report, []
        targets = [(p, p.target()) for p in self.called()]
        if not targets:
            return
        spread = [t for t in targets if re.search("every|causal", t[0].pattern)]
        self.probe, target = (spread or targets)[0]
        for one in targets:
            if matches := next(filter(None, self.right(*one)), []):
                self.probe, target = one
                break
        probe = self.probe
        if not check_repeats(report, probe):
            return
        if probe.call.wrote:
            report.add("in-place", line=probe.trace.line("add"))
        matches = matches or next(filter(None, self.stages(probe, target)), [])
        self.match = matches[0] if matches else None
        tell_call(report, probe, self.code, self.wrong)
        if matches:
            self.tell(probe, matches)
        else:
            report.facts.append(probe.pattern)
            why = "which matrices make queries, keys and values"
            if self.sets(probe):
                why = f"what it computes: {NOTHING}"
            if target.tried > LIMIT:
                why = f"what it computes: stopped after {LIMIT} computations"
            report.unknown.append(why)
        self.check_reading(probe)

    def right(
        self, probe: Probe, target: Target, own: bool = False
    ) -> Iterator[list[Match]]:
        """Yield the right computations that give the numbers.

        Args:
            probe: How the layer is called.
            target: What it gave.
            own: Whether the layer's own rotary table is taken: that comes after one
                mistake, for the table may itself be wrong.
        """
        for w in self.sets(probe):
            yield list(islice(exact(target, w, self.bases(w, target, own)), 1))

    def bases(self, w: Weights, target: Target, own: bool = False) -> list[Switches]:
        """Return the conventions with the layer's own rotary table, or without."""
        some = conventions(self.module, w, target)
        return [b for b in some if bool(b.get("rotary") and b["rotary"].table) == own]

    def stages(self, probe: Probe, target: Target) -> Iterator[list[Match]]:
        """Yield the computations that give the numbers, the likeliest kind first."""
        sets = [(w, self.bases(w, target)) for w in self.sets(probe)]
        for w, bases in sets:
            unplaced = [b for b in bases[16:] if not b.keys() & {"rotary", "alibi"}]
            yield search(target, w, bases[:16] + unplaced[:8], 1)
        yield from self.right(probe, target, own=True)
        numbers = [v for _, v in self.known if isinstance(v, (int, float))]
        numbers += [p for p in self.module.parameters() if p.numel() == 1]
        for w, _ in sets[:3]:
            some = conventions(self.module, w, target)
            some = some[:8] + [b for b in some if b.keys() & {"cap", "norms"}][:8]
            yield scaled(target, w, some, [abs(float(v)) for v in numbers if v])
        for w, bases in sets:
            yield biased(target, w, bases[:2])
        for w, bases in sets:
            turned = [b for b in bases if target.placed or not b.get("rotary")]
            yield search(target, w, turned[:6], 2)

    def tell(self, probe: Probe, matches: list[Match]) -> None:
        """Report which computation gives the numbers, and which others do."""
        report, best = self.report, matches[0]
        w, s, report.recognised = best.weights, best.switches, True
        dim = w.inner(probe.widths[0]) // w.heads
        for f in best.flips:
            meant = self.is_meant(f.key, w, len(probe.streams))
            detail = meant
            if f.key == "scale":
                detail = f"{1 / s['scale']:.6g}; the root of d_k is {dim**0.5:.6g}"
            level = "note" if meant or f.note else "MISTAKE"
            report.add(f.key, detail, probe.trace.line(f.place), level)
        names = {f.name for f in best.flips}
        report.ties = sorted({f.name for m in matches for f in m.flips} - names)
        facts = [f"{w.heads} head{'s' * (w.heads > 1)} of {dim}"]
        if probe.call.form != "batch" and not w.matrices:
            facts = []  # the probe chose them
        if w.groups != w.heads:
            facts.append(f"{w.groups} groups of keys and values")
        if "mask" not in best.fields:
            mask = s["mask"].replace("none", "no mask")
            mask = mask.replace("given", f"a mask: {probe.drawn}")
            facts.append(mask.replace("window", "a window of "))
        if r := s.get("rotary"):
            table = "own table" if r.table else f"base {r.base:g}"
            facts.append(f"rotary, {r.pairs}, {table}")
            facts[-1] += f", {r.width} features" if r.width else ""
        facts += [text for field, text in SAID.items() if s.get(field) is not None]
        if s.get("residual") == "none":
            facts[facts.index(SAID["post"])] = "norm after"
        facts += ["output projection"] * (
            "o" in w.matrices and "out" not in best.fields
        )
        report.facts += facts + [w.label] * bool(w.label)
        tables = [k for k, _ in self.module.named_buffers() if re.search(TABLES, k)]
        if tables and not r and not s.get("alibi"):
            level = "note" if self.optional("rope|rotary") else ""
            report.add("no-turn", tables[0], level=level)
        bias = s.get("bias_of_places")
        if bias is not None and distance(bias[..., 1:, 1:], bias[..., :-1, :-1]) > 1e-6:
            said = "whether what is added to the scores is meant: it is not the same"
            report.unknown.append(f"{said} for all pairs of places of one distance")

    def is_meant(self, key: str, w: Weights, streams: int) -> str:
        """Return how a layer says that it means what would be a mistake, or nothing."""
        kinds = [
            k for k in map(type, self.module.modules()) if k.__module__[:5] != "torch"
        ]
        types = " ".join(k.__name__ for k in kinds)
        if key in MEANT and re.search(MEANT[key], types, re.I):
            return "as its name says"
        given = [k for k, _ in self.known if re.search("multiplier|_scalar", k)]
        if key.startswith("scale=") and given:
            return f"as {given[0]} says"
        if key != "scale=one":
            return ""
        if not w.matrices and streams == 1:
            return "attention without matrices"
        said = [k for k, v in self.known if "scal" in k and v in (1, None)]
        return f"as {said[0]} says" if said else ""

    def optional(self, words: str) -> bool:
        """Return whether an attribute or an argument switches something off or on."""
        said = [k for k, v in self.known if isinstance(v, bool)]
        said += [p.name for p in arguments(self.code) if p.name not in self.streams]
        return any(re.search(words, k, re.I) for k in said)

    @property
    def streams(self) -> tuple[str, ...]:
        """The arguments that are sequences."""
        return self.probe.call.streams if self.probe else ()

    def check_reading(self, probe: Probe) -> None:
        """Report what reads too much, or nothing of a sequence that is given."""
        report, pattern, several = self.report, probe.pattern, len(probe.streams)
        if pattern.startswith(("causal", "a window")):
            report.passed.append(pattern)
        if self.wrong:
            return  # or it is a consequence
        odd = self.causal is None and re.search("next|all later", pattern)
        roles = {m.role for m in self.found}
        if several > 1 and pattern == "nothing is read":
            report.add("unread")
        elif several == 2 and pattern == "causal":
            said = re.search("context|memory|enc", probe.call.streams[1])
            level = "" if said else "note"  # it may be given the same text
            report.add("cross", line=probe.trace.line("mask"), level=level)
        elif pattern == ALONE and probe.alone and roles & {"q", "k", "qkv", "kv"}:
            report.add("alone")
        elif (self.causal or odd) and not re.match("causal|a window|no", pattern):
            detail = f"{pattern}: {probe.drawn}"
            meant = not self.told and self.optional("causal|mask|decoder|bidir")
            level = "note" if meant else ""
            report.add("future", detail, probe.trace.line("mask"), level)


def tell_call(report: Report, probe: Probe, code: Any, wrong: bool) -> None:
    """Report how code is called, and whether texts are independent of each other."""
    form = probe.call.form
    if form == "tokens first" and type(code).__module__.startswith("torch"):
        report.facts.append("tokens first")
    elif form in ("tokens first", "one text"):
        texts = (code.__doc__, getattr(getattr(code, "forward", None), "__doc__", ""))
        first = rf"\b{probe.call.streams[0]}\b\W+(batch|b|bs|n)\w*, *(seq|time|t|l|tok)"
        said = re.search(first, "\n".join(filter(None, texts)), re.I)
        level = "FAILS" if form == "tokens first" and said else ""
        detail = "texts, says the docstring" if level else ""
        report.add(form.replace(" ", "-"), detail, level=level)
    elif form != "batch":
        report.facts.append(f"takes ({AXES[form]})")
    if probe.alone or not wrong:
        report.check("texts are independent", probe.alone, "batch")
    if probe.out.isnan().any() and not wrong:
        rows = probe.out.isnan().any(-1).nonzero()[:, 1].unique().tolist()
        report.add("nan", "rows " + ", ".join(map(str, rows)))
