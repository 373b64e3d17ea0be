"""What is asked of one attention: the reading, what the module says, and a report."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.follow import DATA, KIND, MADE, PARAMETER, VIEWS
from attention.diagnosis.names import attributes, role
from attention.diagnosis.reading import Reading
from attention.diagnosis.report import Report
from attention.diagnosis.step import Step


@dataclass
class Case:
    """One attention under examination.

    Attributes:
        reading: Its numbers.
        report: Where facts and findings go.
        module: The module that holds its matrices.
        streams: The number of sequences that the code takes.
        width: The features of a token of the input, which only the scale needs.
        masked: Whether a mask was given.
        averages: Whether equal tokens give what one of them gives.
        extra: Whether the softmax takes more than the tokens.
        sure: Whether each stage was explained.
        plain: Whether all of it, but for mistakes, is what attention usually does.
        keys: The mistakes that were found in it.
        biased: Whether a number is added for each pair of places.
        late: By what the weights are multiplied after the softmax.
        askew: Whether queries and keys are normed along a wrong axis.
        hidden: Which scores are hidden, (parts, queries, keys).
        fill: By what number.
        used: A wrong use of a mask, and what it allows.
    """

    reading: Reading
    report: Report
    module: nn.Module
    streams: int = 1
    width: int = 0
    masked: bool = False
    averages: bool = False
    extra: bool = False
    sure: bool = True
    plain: bool = True
    keys: list[str] = field(default_factory=list)
    biased: bool = False
    late: float = 1.0
    askew: bool = False
    hidden: Tensor | None = None
    fill: float = 0.0
    used: tuple[str, Tensor] | None = None

    def add(self, key: str, detail: str = "", line: str = "", level: str = "") -> None:
        """Add a finding, as `Report.add` does."""
        self.keys.append(key)
        self.report.add(key, detail, line, level)

    def unusual(self, fact: str) -> None:
        """Say that something is done that attention does not usually do."""
        self.plain = False
        self.report.facts.append(fact)

    def doubt(self) -> None:
        """Make notes of mistakes, unless all the rest is plain and understood.

        What is one mistake in a plain layer may be meant in one that is not.
        """
        if not (self.sure and self.plain):
            for f in self.report.mistakes:
                if f.mistake.key in self.keys and f.level == "MISTAKE":
                    f.level = "note"  # a property that fails is no matter of doubt

    def unsure(self, text: str) -> None:
        """Say what could not be told."""
        self.sure = False
        self.report.unknown.append(text)

    @cached_property
    def known(self) -> list[tuple[str, Any]]:
        """The names and values that the module holds."""
        return list(attributes(self.module))

    @property
    def heads(self) -> int:
        """The number of parts of a text."""
        texts = self.reading.texts
        return int((texts == texts[0]).sum())

    def projections(self) -> Iterator[Step]:
        """Yield the products of numbers of tokens with a matrix."""
        trace = self.reading.trace
        for step in trace.steps:
            two = step.shadows and all(t.dim() > 1 for t in step.shadows)
            if two and min(map(trace.kind, step.shadows)) < DATA:
                yield step

    @cached_property
    def columns(self) -> Tensor:
        """For each row of the table the column of the matrix that made it, or 0."""
        trace = self.reading.trace
        made = torch.zeros(trace.count, dtype=torch.long)
        for step in self.projections():
            a, b = step.shadows
            left = trace.kind(a) >= DATA
            w = b[..., 0, :] if left else a[..., 0]
            if trace.kind(w) != PARAMETER:
                w = torch.arange(w.shape[-1]).expand(w.shape)
            rows = step.rows.reshape(*a.shape[:-1], b.shape[-1])
            made[rows] = (w[..., None, :] if left else w[..., None]).expand(rows.shape)
        return made

    def parameter(self, step: Step) -> str | None:
        """Return the name of the parameter of a product, or nothing."""
        names = map(self.reading.trace.parameter, step.shadows)
        return next(filter(None, names), None)

    def matrix(self, rows: Tensor) -> tuple[Step | None, str]:
        """Return the step that made numbers, and the name of its parameter, if any.

        Where each head has a matrix of its own, they are those of the first head.
        """
        trace = self.reading.trace
        made = trace.table[rows, MADE][trace.table[rows, KIND] >= DATA].unique()
        steps = [trace.steps[i] for i in made.tolist()]
        names = {self.parameter(step) for step in steps}
        if len(names) != 1 or (len(steps) > 1 and None in names):
            heads = rows.dim() == 3 and len(rows) > 1
            return self.matrix(rows[0]) if heads else (None, "")
        return steps[0], names.pop() or ""

    def named(self, kind: str) -> bool:
        """Return whether the matrix of queries, keys or values has such a name."""
        return role(self.matrix(self.reading.vectors[kind].rows)[1]) == kind

    def starting(self, rows: Tensor) -> list[Step]:
        """Return the steps whose first number is the first of these."""
        first, steps = rows.flatten()[:1], self.reading.trace.steps
        return [s for s in steps if s.rows.flatten()[:1].equal(first)]

    def merge_line(self) -> str:
        """Return the line that makes one row of the contexts of several heads."""
        rows = self.reading.contexts
        some = self.starting(rows)
        wide = [s for s in some if s.rows.shape[-1] > rows.shape[-1]]
        return (wide or some[-1:])[0].said if some else ""

    def viewed(self, rows: Tensor) -> str:
        """Return the line that last viewed numbers as heads."""
        some = self.starting(rows)
        views = [s for s in some if s.name in VIEWS and s.rows.dim() > 3]
        return views[-1].said if views else ""

    @property
    def composite(self) -> bool:
        """Whether queries or keys are put together from several products."""
        table, r = self.reading.trace.table, self.reading
        return any(len(table[t.rows[0], MADE].unique()) > 1 for t in (r.q, r.k))

    @cached_property
    def spare(self) -> bool:
        """Whether a matrix of queries, keys or values is not used."""
        trace = self.reading.trace
        every = [t.rows for t in self.reading.vectors.values()]
        made = [(rows, *self.matrix(rows)) for rows in every]
        owners = {owner(name) for _, _, name in made}
        for name in trace.names:
            near = owner(name) in owners and name not in {k for _, _, k in made}
            if near and not name.endswith("bias") and role(name) in ("q", "k", "v"):
                return True
        count, used, shapes = 0, set[int](), set[torch.Size]()
        for rows, step, name in made:
            if step and step.operands and name and role(name) != "kv":
                base = trace.bases[name]
                shapes.add(base.shape)
                first = int(base.min())
                if first not in used:
                    count += base.numel() // step.operands[0].shape[-1]
                used |= {first, *self.columns[rows].flatten().tolist()}
        if len(used) < count:
            return True
        some = dict(self.module.named_parameters())
        return any(some[k].shape in shapes and role(k) is None for k in trace.unused)


def owner(name: str) -> str:
    """Return the name of the module that holds the module of a weight."""
    return name.removesuffix(".weight").rpartition(".")[0]
