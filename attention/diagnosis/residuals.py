"""What attention and the network after it add, and to what."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.follow import DATA, MOVES, SCORE, Follow
from attention.diagnosis.numbers import close
from attention.diagnosis.report import Report
from attention.diagnosis.step import Step

NORM = "norm|mean|var|std|sqrt"
FEED = (  # names of feed-forward networks; the third group may be of any network
    r"(^|[._])(ffn?|ffw|feed\w*|intermediate|(?<!attention[._])output|"
    r"(mlp|c?_?fc\d?|linear[12]))\."
)


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


class Residuals:
    """The residual sums of a run.

    Attributes:
        products: The products with matrices.
        mixes: The products of weights and values.
        sums: The residual sums.
        attend: Those with what attention adds.
        feed: Those with what at least two matrices add.
        prenorm: Whether the code says that norms come before the parts.
    """

    def __init__(
        self, trace: Follow, report: Report, level: str, prenorm: bool
    ) -> None:
        self.trace, self.graph = trace, trace.graph
        self.report, self.prenorm = report, prenorm
        self.level, self.ends = level, trace.graph.sources(trace.result)
        self.mixes, self.products = list[Step](), list[Step]()
        for step in trace.steps:
            kinds = sorted(map(trace.kind, step.shadows))
            if kinds == [DATA, SCORE]:
                self.mixes.append(step)
            elif kinds and kinds[0] < DATA:
                self.products.append(step)
        self.sums = list(self.find_sums())
        self.attend = [s for s in self.sums if among(self.mixes, s.inner)]
        rest = [s for s in self.sums if s not in self.attend]
        self.feed = [s for s in rest if len(among(self.products, s.inner)) > 1]

    def find_sums(self) -> Iterator[Sum]:
        """Yield the residual sums."""
        for step in self.trace.steps:
            if step.name != "add" or len(step.given) != 2:
                continue
            if self.trace.kind(step.rows) == SCORE:
                continue  # a bias
            pasts = [self.graph.past(g) for g in step.given]
            for i, (s, p) in enumerate((pasts, pasts[::-1])):
                stream, part = step.args[i], step.args[1 - i]
                moved = all(r.name in MOVES for r in self.graph.among(s & ~p))
                made = s and moved and among(self.products, p & ~s)
                if made and stream.shape == part.shape:
                    yield Sum(step, stream, part, s, p & ~s)

    def reaches(self, start: int, cut: Iterable[int], ends: Iterable[int]) -> bool:
        """Return whether ends depend on a step by a way that avoids others."""
        seen, cut = {start}, {*cut}
        for s in self.trace.steps[start + 1 :]:
            if s.number not in cut and any(seen & {*some} for some in s.given):
                seen.add(s.number)
        return not seen.isdisjoint(ends)

    def normed(self, bits: int) -> bool:
        """Return whether a norm is among steps."""
        return any(re.search(NORM, s.name) for s in self.graph.among(bits))

    def reads(self, some: Sum) -> bool:
        """Return whether a part reads the stream as it is."""
        made = among(self.products, some.inner)
        return any(alike(t, some.stream) for s in made for t in s.operands)

    def follows_norm(self, some: Sum) -> bool:
        """Return whether the stream of a sum is what a norm gives."""
        made = among([*self.products, *(s.step for s in self.sums)], some.before)
        return self.normed(some.before & ~self.graph.past(s.number for s in made))

    def judge_sums(self) -> None:
        """Ask whether a sum adds its stream twice, or drops what a part added."""
        for s in self.sums:
            inside = [t for t in self.sums if s.inner >> t.step.number & 1]
            for t in (t for t in inside if alike(t.stream, s.stream)):
                if alike(t.step.out, s.part):
                    self.add("again", s.step)
                later = s.inner & ~t.inner & ~t.before
                fed = [p.number for p in among(self.products, later) if self.feeds(p)]
                alone = len(fed) > 1 and not among(self.mixes, later)
                ends = [n for g in s.step.given for n in g if n > t.step.number]
                attends = alone and among(self.mixes, t.inner)
                if attends and not self.reaches(t.step.number, fed, ends):
                    self.add("dropped", s.step)

    def judge_normed(self) -> None:
        """Ask whether attention adds to the norm that it reads, not to its input."""
        some, parts = self.attend, self.feed
        if not some or not all(self.reads(s) and self.follows_norm(s) for s in some):
            return
        other = any(self.reads(s) or not self.normed(s.inner) for s in parts)
        if other and not self.prenorm:
            return  # they, too, may have their norms in the residual, or after it
        last = max((*some, *parts), key=lambda s: s.step.number).step
        ends = self.normed(self.graph.past(self.ends) & ~last.past)
        raw = self.trace.steps[0].out.is_floating_point()
        raw = raw and not among(self.products, some[0].before)
        if len(some) > 1 or (raw and not ends):
            self.add("normed", some[0].step, level="" if parts else "note")

    def judge_none(self, case: Case) -> None:
        """Ask whether attention, or the network after it, has no residual."""
        made = [case.matrix(t.rows)[0] for t in case.reading.vectors.values()]
        pairs = [zip(s.operands, s.shadows, strict=True) for s in made if s]
        given = [t for p in pairs for t, rows in p if self.trace.kind(rows) >= DATA]
        mixed = [s.number for s in case.reading.mixed]
        own = len(given) == 3 and all(alike(t, given[0]) for t in given)
        if own and not self.reaches(0, mixed, self.ends):
            later = [s for s in self.feed if s.before >> max(mixed) & 1]
            if any(s.stream.numel() == given[0].numel() for s in later):
                self.add("none", case.reading.mixed[0], "attention")
        for step in self.products:
            found = self.feeds(step)
            sums = [s for s in self.sums if step.past >> s.step.number & 1]
            size = step.out.numel()
            if not found or not sums or sums[-1].stream.numel() != size:
                continue
            inner = among(self.products, step.past & ~sums[-1].step.past)
            fed = [
                t for p in inner if p is not step and self.feeds(p) for t in p.operands
            ]
            alone = not self.reaches(0, [step.number], self.ends)
            if alone and any(t.numel() == size for t in fed):
                more = any(m.past >> step.number & 1 for m in self.mixes)
                level = "note" if found[3] and not more else ""
                self.add("none", step, "feed-forward network", level)

    def judge_feed(self) -> None:
        """Ask whether an activation stands between two layers of the network."""
        for step in filter(self.feeds, self.products):
            before = [p for p in among(self.products, step.past) if p is not step]
            if not before or not self.feeds(before[-1]):
                continue
            one = before[-1]
            between = self.graph.among(step.past & ~one.past)
            back = any(t.numel() == step.out.numel() for t in one.operands)
            plain = all(s is step or s.name in MOVES for s in between)
            if plain and back and step.out.numel() < one.out.numel():
                self.report.add("feed=linear", line=step.said)

    def feeds(self, step: Step) -> re.Match[str] | None:
        """Return whether a product is one of a feed-forward network, by its name."""
        names = filter(None, map(self.trace.parameter, step.shadows))
        return re.search(FEED, next(names, ""))

    def add(self, key: str, step: Step, detail: str = "", level: str = "") -> None:
        """Add a finding about residuals."""
        level = self.level or level
        self.report.add(f"residual={key}", detail, step.said, level)


def among(steps: Iterable[Step], bits: int) -> list[Step]:
    """Return the steps that have a bit."""
    return [s for s in steps if bits >> s.number & 1]


def alike(a: Tensor, b: Tensor) -> bool:
    """Return whether two tensors hold the same numbers, in any layout."""
    if a.numel() != b.numel() or a.dtype != b.dtype:
        return False
    return close(a.flatten().sort().values, b.flatten().sort().values, 1e-9)
