"""What is around the attention: dead layers, thrown results, residuals, positions."""

import ast
import linecache
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.utils._pytree import tree_leaves

from attention.diagnosis.case import Case
from attention.diagnosis.follow import (
    DATA,
    LOOKED_UP,
    MOVES,
    PLACE,
    SCORE,
    TEXT,
    Follow,
)
from attention.diagnosis.numbers import close, distance
from attention.diagnosis.probe import Probe, followed
from attention.diagnosis.report import Report
from attention.diagnosis.step import Step

NORM = "norm|mean|var|std|sqrt"
FEED = r"(^|[._])(ffn?|ffw|feed\w*|(mlp|c?_?fc\d?|linear[12]))(\.|$)"
NAMED = r"(layer|rms)_?norm|^LN"
SHAPES = {"reshape", "flatten", "unflatten", "contiguous", "swapaxes"}


class Sum(NamedTuple):
    """A sum of a stream and of what a part makes of it.

    Attributes:
        step: The addition.
        stream: The stream.
        part: What is added.
        before: A bit for each step before the stream.
        inner: A bit for each step of the part.
    """

    step: Step
    stream: Tensor
    part: Tensor
    before: int
    inner: int


class Around:
    """What a run does besides attention.

    Attributes:
        trace: What ran.
        mixes: The products of weights and values.
        sums: The sums with what attention adds, and with what other parts add.
    """

    def __init__(self, trace: Follow) -> None:
        self.trace, self.graph = trace, trace.graph
        kinds = {s.number: [trace.kind(t) for t in s.shadows] for s in trace.steps}
        self.mixes = [
            s for s in trace.steps if sorted(kinds[s.number]) == [DATA, SCORE]
        ]
        self.made = {
            s.number for s in trace.steps if min(kinds[s.number] or [9]) < DATA
        }
        self.sums = list(self.find_sums())

    def products(self, bits: int) -> list[Step]:
        """Return the products with a matrix."""
        return [s for s in self.graph.among(bits) if s.number in self.made]

    def mixing(self, bits: int) -> list[Step]:
        """Return the products of weights and values."""
        return [s for s in self.mixes if bits >> s.number & 1]

    def normed(self, bits: int) -> bool:
        """Return whether a norm is among steps."""
        return any(re.search(NORM, s.name) for s in self.graph.among(bits))

    def find_sums(self) -> Iterator[Sum]:
        """Yield the residual sums."""
        for step in self.trace.steps:
            args = step.args[:2]
            if step.name != "add" or len(step.given) != 2 or len(args) != 2:
                continue
            if args[0].shape != args[1].shape:
                continue
            pasts = [self.graph.past(g) for g in step.given]
            for i in (0, 1):
                s, p = pasts[i], pasts[1 - i]
                rest = self.graph.among(s & ~p)
                if s and self.products(p & ~s) and all(r.name in MOVES for r in rest):
                    yield Sum(step, args[i], args[1 - i], s, p & ~s)

    def reaches(self, start: int, cut: Iterable[int], ends: Iterable[int]) -> bool:
        """Return whether ends depend on a step by a way that avoids others."""
        seen, cut = {start}, {*cut}
        for s in self.trace.steps[start + 1 :]:
            if s.number not in cut and any(seen & {*some} for some in s.given):
                seen.add(s.number)
        return not seen.isdisjoint(ends)

    def reads(self, some: Sum) -> bool:
        """Return whether a part reads the stream as it is."""
        made = self.products(some.inner)
        return any(alike(t, some.stream) for s in made for t in s.operands)

    def follows_norm(self, some: Sum) -> bool:
        """Return whether the stream of a sum is what a norm gives."""
        ends = [
            s.number
            for s in self.graph.among(some.before)
            if s.shadows
            or s.name in ("embedding", *LOOKED_UP)
            or (s.name == "add" and all(s.given) and len(s.given) == 2)
        ]
        return self.normed(some.before & ~self.graph.past(ends[-1:]))


def alike(a: Tensor, b: Tensor) -> bool:
    """Return whether two tensors hold the same numbers, in any layout."""
    if a.numel() != b.numel() or a.dtype != b.dtype:
        return False
    return close(a.flatten().sort().values, b.flatten().sort().values, 1e-9)


def judge_around(
    report: Report, probe: Probe, module: nn.Module, cases: list[Case], level: str
) -> None:
    """Judge what is around the attention.

    Args:
        report: Where findings go.
        probe: How the code is called.
        module: The module that holds its matrices.
        cases: The attentions.
        level: "note" where the attention is not plain or not understood.
    """
    around = Around(probe.trace)
    out, trace = followed(probe.call, probe.streams, module)
    held = tree_leaves([list(vars(m).values()) for m in module.modules()])
    ends = [out, *probe.call.everything, *held]
    ends = [n for t in ends if torch.is_tensor(t) for n in trace.graph.sources(t)]
    live = trace.graph.past(ends)
    if [s.name for s in trace.steps] == [s.name for s in probe.trace.steps]:
        dead = [s for s in around.mixes if not live >> s.number & 1]
        several = 0 < len(dead) < len(around.mixes)
        if several and unmoved(around, probe, module, live):
            report.add("unused=layer", line=dead[0].said)
        for step in (s for s in probe.trace.steps if not live >> s.number & 1):
            if thrown(step, module):
                scores = step.name == "masked_fill" and trace.kind(step.rows) == SCORE
                key = "mask=unused" if scores else "unused=result"
                report.add(key, line=step.said)
    flipped = probe.call(*(t.flip(0) for t in probe.streams))
    if probe.alone and distance(flipped, probe.out.flip(0)) > 1e-4:
        report.add("place")
    judge_norms(report, around, module, cases)
    judge_positions(report, around)
    if cases:
        judge_residuals(report, around, cases[0], level)


def unmoved(around: Around, probe: Probe, module: nn.Module, live: int) -> bool:
    """Return whether the matrices of dead steps alone change nothing in the result."""
    trace, names = around.trace, dict[bool, set[str]]()
    for alive in (False, True):
        some = [s for s in trace.steps if bool(live >> s.number & 1) == alive]
        found = {trace.parameter(t) for s in some for t in s.shadows}
        names[alive] = {k for k in found if k}
    own = [module.get_parameter(k) for k in names[False] - names[True]]
    for p in own:
        p.data += 1
    same = distance(probe.call(*probe.streams), probe.out) < 1e-6
    for p in own:
        p.data -= 1
    return bool(own) and same


def thrown(step: Step, module: nn.Module) -> bool:
    """Return whether a line does nothing but an operation whose result is lost."""
    try:
        tree = ast.parse("".join(linecache.getlines(step.line[0])))
    except SyntaxError:
        return False
    children = {k.rpartition(".")[2] for k, m in module.named_modules() if torchs(m)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            last = node.end_lineno or node.lineno
            called = node.value.func
            if node.lineno <= step.line[1] <= last and isinstance(
                called, ast.Attribute
            ):
                name = called.attr
                moved = name in SHAPES and step.name in MOVES
                own = isinstance(called.value, ast.Name) and called.value.id == "self"
                same = name == step.name.strip("_") and not own
                return same or moved or (own and name in children)
    return False


def torchs(module: nn.Module) -> bool:
    """Return whether a module is one of torch's own."""
    return type(module).__module__.startswith("torch.nn")


def judge_norms(
    report: Report, around: Around, module: nn.Module, cases: list[Case]
) -> None:
    """Ask over which axes norms run."""
    trace, causal = around.trace, "causal" in report.facts
    heads = [t.rows.flatten() for c in cases for t in (c.reading.q, c.reading.k)]
    known = torch.cat(heads) if heads else torch.zeros(0, dtype=torch.long)
    codes = [
        type(m).forward.__code__
        for m in module.modules()
        if re.search(NAMED, type(m).__name__, re.I) and not torchs(m)
    ]
    for step in trace.steps:
        axes = list[int]()
        args, places = step.args, trace.table[step.rows, PLACE]
        if step.rows.dim() != 3 or trace.kind(step.rows) == SCORE:
            continue
        if step.name == "native_layer_norm":
            axes = [-1 - i for i in range(len(args[1]))]
        elif step.name in ("div", "mul") and len(step.given) == 2 and all(step.given):
            a, b = (trace.graph.past(g) for g in step.given)
            by = args[1]
            inner = trace.graph.among(b & ~a)
            if by.dim() == 3 and any(re.search("std|sqrt|norm", s.name) for s in inner):
                axes = [i for i in range(3) if by.shape[i] < args[0].shape[i]]
        over = [i for i in axes if (places != places.narrow(i, 0, 1)).any()]
        if over and not torch.isin(step.rows, known).any():
            texts = places // TEXT
            among = any((texts != texts.narrow(i, 0, 1)).any() for i in over)
            named = any(
                c.co_filename == step.line[0]
                and step.line[1] in {n for *_, n in c.co_lines()}
                for c in codes
            )
            said = "texts" if among else "tokens"
            level = "" if named or causal or among else "note"
            report.add("norm=tokens", f"over the {said}", step.said, level)


def judge_positions(report: Report, around: Around) -> None:
    """Ask whether sinusoids that are added to tokens have several frequencies."""
    for step in around.trace.steps:
        some = [t for t in step.args[:2] if isinstance(t, Tensor)]
        if step.name == "add" and len(some) == 2 and sum(map(bool, step.given)) == 1:
            table = some[bool(step.given[0])]
            if step.out.dim() == 3 and table.shape[-2:] == step.out.shape[-2:]:
                columns = table.reshape(-1, table.shape[-1]).unique(dim=1)
                if columns.shape[1] == 2 < table.shape[-1] and len(columns) > 2:
                    square = columns.square().sum(1)
                    if close(square, float(square[0])) and not close(
                        columns, columns[:1].expand_as(columns)
                    ):
                        report.add("positions=one", line=step.said)


def judge_residuals(report: Report, around: Around, case: Case, level: str) -> None:
    """Ask what is added to what a part gives.

    Args:
        report: Where findings go.
        around: The sums.
        case: The first attention.
        level: "note" in doubt.
    """
    graph, trace = around.graph, around.trace
    ends = graph.sources(trace.result)
    attend = [s for s in around.sums if around.mixing(s.inner)]
    feed = [s for s in around.sums if s not in attend]
    feed = [s for s in feed if len(around.products(s.inner)) > 1]
    for s in around.sums:
        inner = [t for t in around.sums if s.inner >> t.step.number & 1]
        adds = [t for t in graph.among(s.inner) if t.name == "add"]
        if any(
            alike(t.out, s.part) and any(alike(a, s.stream) for a in t.args[:2])
            for t in adds
            if all(isinstance(a, Tensor) for a in t.args[:2])
        ):
            report.add("residual=again", line=s.step.said, level=level)
            continue
        for t in inner:
            later = s.inner & ~t.inner & ~t.before
            fed = [p.number for p in around.products(later) if feeds(case, p)]
            one = t in attend and not around.mixing(later) and len(fed) > 1
            if one and alike(t.stream, s.stream):
                part = [g for g in s.step.given if t.step.number <= max(g)]
                if not around.reaches(t.step.number, fed, [n for g in part for n in g]):
                    report.add("residual=dropped", line=s.step.said, level=level)
    normed = [s for s in attend if around.reads(s) and around.follows_norm(s)]
    if attend and len(normed) == len(attend):
        judge_normed(report, around, normed, feed, level, ends)
    read = [case.matrix(t.rows)[0] for t in case.reading.vectors.values()]
    pairs = [zip(s.operands, s.shadows, strict=True) for s in read if s]
    given = [t for pair in pairs for t, rows in pair if trace.kind(rows) >= DATA]
    self_ = len(given) == 3 and all(alike(t, given[0]) for t in given)
    mixed = [s.number for s in case.reading.mixed]
    if self_ and not around.reaches(0, mixed, ends):
        wide = [s for s in feed if s.stream.numel() == given[0].numel()]
        if any(s.before >> max(mixed) & 1 for s in wide):
            line = case.reading.mixed[0].said
            report.add("residual=none", "attention", line, level)
    judge_feed(report, around, case, attend, level, ends)


def feeds(case: Case, step: Step) -> re.Match[str] | None:
    """Return whether a product belongs to a feed-forward network, by its name."""
    name = (case.parameter(step) or "").removesuffix(".weight")
    return re.search(FEED, name)


def judge_normed(
    report: Report,
    around: Around,
    normed: list[Sum],
    feed: list[Sum],
    level: str,
    ends: Iterable[int],
) -> None:
    """Ask whether what is added is the norm of the input, and is not meant."""
    first, last = normed[0], max([*normed, *feed], key=lambda s: s.step.number)
    tail = (
        around.graph.past(ends) & ~last.before & ~last.inner & ~(1 << last.step.number)
    )
    before = [s for s in feed if not around.reads(s) and around.normed(s.inner)]
    if len(before) < len(feed):
        return
    ids = not around.trace.steps[0].out.is_floating_point()
    raw = not around.products(first.before) and not ids
    if len(normed) > 1 or (raw and not around.normed(tail)):
        sure = level if feed else "note"
        report.add("residual=normed", line=first.step.said, level=sure)


def judge_feed(
    report: Report,
    around: Around,
    case: Case,
    attend: list[Sum],
    level: str,
    ends: Iterable[int],
) -> None:
    """Ask whether a feed-forward network has a residual."""
    for s in around.products(around.graph.past(ends)) if attend else ():
        first = attend[0]
        found = feeds(case, s) if first.step.number < s.number else None
        if not found or s.out.numel() != first.stream.numel():
            continue
        if around.reaches(0, [s.number], ends):
            continue
        sums = [t.step.number for t in around.sums if s.past >> t.step.number & 1]
        inner = s.past & ~around.graph.past(sums[-1:])
        some = [p for p in around.products(inner) if p is not s and feeds(case, p)]
        if any(t.numel() == s.out.numel() for p in some for t in p.operands):
            more = any(m.past >> s.number & 1 for m in around.mixes)
            sure = level if more or not found[3] else "note"
            report.add("residual=none", "feed-forward network", s.said, sure)
            return
