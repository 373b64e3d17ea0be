"""What is asked of one attention: the reading, what the module says of itself, a report."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.follow import (
    DATA,
    KIND,
    MADE,
    NONE,
    PARAMETER,
    PLACE,
    TEXT,
    Step,
)
from attention.diagnosis.names import attributes, role
from attention.diagnosis.reading import Reading
from attention.diagnosis.report import Report


@dataclass
class Case:
    """One attention under examination.

    Attributes:
        reading: Its numbers.
        report: Where facts and findings go.
        module: The module that holds its matrices.
        streams: The number of sequences that the code takes.
        width: The features of a token of the input.
        masked: Whether a mask was given.
        averages: Whether equal tokens give what one of them gives.
        extra: Whether the softmax takes more than the tokens.
        sure: Whether each stage was explained.
        biased: Whether a number is added for each pair of places.
        late: By what the weights are multiplied after the softmax.
        late_line: Where.
        hidden: Which scores are hidden, (parts, queries, keys).
        fill: By what number.
        used: A wrong use of a mask, and what it allows.
    """

    reading: Reading
    report: Report
    module: nn.Module
    streams: int
    width: int
    masked: bool = False
    averages: bool = False
    extra: bool = False
    sure: bool = True
    biased: bool = False
    late: float = 1.0
    late_line: str = ""
    hidden: Tensor | None = None
    fill: float = 0.0
    used: tuple[str, Tensor] | None = None

    def unsure(self, text: str) -> None:
        """Say what could not be told."""
        self.sure = False
        self.report.unknown.append(text)

    @cached_property
    def known(self) -> list[tuple[str, Any]]:
        """The names and values that the module holds."""
        return list(attributes(self.module))

    @cached_property
    def columns(self) -> Tensor:
        """For each row of the table the column of the matrix that made it, and 0."""
        trace = self.reading.trace
        made = torch.zeros(trace.rows, dtype=torch.long)
        for step in self.projections():
            a, b = (step.given or ())[2:]
            left = trace.kind(a) >= DATA
            w = b[..., 0, :] if left else a[..., 0]
            if trace.kind(w) != PARAMETER:
                w = torch.arange(w.shape[-1]).expand(w.shape)
            rows = step.rows.reshape(*a.shape[:-1], b.shape[-1])
            made[rows] = (w[..., None, :] if left else w[..., None]).expand(rows.shape)
        return made

    def projections(self) -> Iterator[Step]:
        """Yield the products of numbers of tokens with a matrix."""
        trace = self.reading.trace
        for step in trace.steps:
            if step.given and min(map(trace.kind, step.given[2:])) < DATA:
                yield step

    def matrix(self, rows: Tensor) -> tuple[Step | None, str]:
        """Return the projection that made numbers, and the name of its parameter."""
        trace = self.reading.trace
        made = trace.table[rows, MADE][trace.table[rows, KIND] >= DATA].unique()
        some = {self.parameter(trace.steps[int(i)]) for i in made}
        step = trace.steps[int(made[0])] if len(some) == 1 and len(made) else None
        if step is None or (len(made) > 1 and None in some):
            return None, ""
        return step, some.pop() or ""

    def parameter(self, step: Step) -> str | None:
        """Return the name of the parameter of a product, or nothing."""
        trace = self.reading.trace
        for t in step.given[2:] if step.given else ():
            if trace.kind(t) == PARAMETER:
                return trace.names[int(trace.table[t, MADE].flatten()[0])]
        return None

    def named(self, kind: str, rows: Tensor) -> bool:
        """Return whether the name of what made numbers says that they are of a kind."""
        return role(self.matrix(rows)[1]) == kind

    @property
    def composite(self) -> bool:
        """Whether queries or keys are put together from several products."""
        table = self.reading.trace.table
        rows = self.reading.q_rows, self.reading.k_rows
        parts = [t.reshape(-1, t.shape[-2], t.shape[-1])[0] for t in rows]
        return any(len(table[t, MADE].unique()) > 1 for t in parts)

    @cached_property
    def spare(self) -> bool:
        """Whether the module has a matrix of queries, keys or values that is not used."""
        trace = self.reading.trace
        parts = {name for _, name in map(self.matrix, self.rows.values())}

        def owner(name: str) -> str:
            return name.removesuffix(".weight").rpartition(".")[0]

        near = [n for n in trace.names if owner(n) in set(map(owner, parts))]
        near = [n for n in near if n not in parts and not n.endswith("bias")]
        if any(role(n) in ("q", "k", "v") for n in near):
            return True
        named = [n for i, n in enumerate(trace.names) if i not in trace.used]
        every, used, shapes = 0, set[int](), set[torch.Size]()
        for rows in self.rows.values():
            step, name = self.matrix(rows)
            if step is None or not step.given or not name or role(name) == "kv":
                continue
            base = trace.bases[trace.names.index(name)]
            shapes.add(base.shape)
            first = int(base.min())
            if first not in used:
                every += base.numel() // step.given[0].shape[-1]
            used |= {first, *self.columns[rows].flatten().tolist()}
        if len(used) < every:
            return True
        some = dict(self.module.named_parameters())
        return any(some[n].shape in shapes and role(n) is None for n in named)

    @property
    def rows(self) -> dict[str, Tensor]:
        """The shadows of queries, keys and values."""
        r = self.reading
        return {"q": r.q_rows, "k": r.k_rows, "v": r.v_rows}

    @property
    def heads(self) -> int:
        """How many parts a text has."""
        texts = self.reading.texts
        return int((texts == texts[0]).sum())
