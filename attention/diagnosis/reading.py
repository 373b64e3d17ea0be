"""One attention as it ran: queries, keys, values, scores and weights, in one layout.

Whatever axes the code uses, here scores and weights lie as (parts, queries, keys),
where a part is a head of a text.
"""

import itertools
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from attention.diagnosis.follow import (
    DATA,
    KEY,
    KIND,
    MADE,
    PLACE,
    SCORE,
    STREAM,
    TEXT,
    Follow,
)
from attention.diagnosis.numbers import shared
from attention.diagnosis.step import Step


class Vectors(NamedTuple):
    """Queries, keys or values.

    Attributes:
        values: The numbers, (parts, tokens, features).
        rows: Their shadow.
        place: The place of each vector, (parts, tokens).
    """

    values: Tensor
    rows: Tensor
    place: Tensor

    def each(self, change: Callable[[Tensor], Tensor]) -> "Vectors":
        """Return the same in another layout."""
        return Vectors(*map(change, self))


class Reading:
    """One attention.

    Attributes:
        trace: All that ran.
        made: The products that gave scores.
        mixed: The products of weights and values.
        between: What is done to the scores until values are mixed, in order: the steps
            of one line that do the same for several heads are together.
        q: The queries.
        k: The keys.
        v: The values.
        scores: The products of queries and keys.
        weights: By what values are mixed; nan where no value is.
        contexts: The shadow of the results, (parts, queries, features).
        shape: Of the scores, as they were made.
        at: For each row of the table its place among the scores, or -1.
        sums_rows: Whether the sum is over the first axis of the scores.
        transposed: Whether that axis is here the one of the keys.
    """

    def __init__(self, trace: Follow, made: list[Step], mixed: list[Step]) -> None:
        self.trace, self.made, self.mixed = trace, made, mixed
        self.transposed, table = False, trace.table
        rows = torch.cat([matrices(s.rows) for s in made])
        given = [map(matrices, (*s.operands, *s.shadows)) for s in made]
        q, k, q_rows, k_rows = (torch.cat(t) for t in zip(*given, strict=True))
        self.q = Vectors(q, repaired(q_rows), table[rows[:, :, 0], PLACE])
        self.k = Vectors(k.mT, repaired(k_rows.mT), table[rows[:, 0], KEY])
        self.scores = q @ k
        self.locate(rows)
        self.read_values()
        self.between = self.steps_between()
        if self.sums_rows:
            self.flip()
        else:
            self.unfold(rows)

    def locate(self, rows: Tensor) -> None:
        """Remember where each score lies."""
        self.shape = rows.shape
        self.at = torch.full((self.trace.count,), -1)
        self.at[rows.flatten()] = torch.arange(rows.numel())

    def read_values(self) -> None:
        """Lay out weights and values, and the shadow of the results."""
        table, dtype = self.trace.table, self.scores.dtype
        self.weights = torch.full(self.shape, torch.nan, dtype=dtype)
        self.sums_rows, products = False, []
        for step in self.mixed:
            w, v, w_rows, v_rows = map(matrices, (*step.operands, *step.shadows))
            out = matrices(step.rows)
            if int(table[w_rows, KIND].max()) != SCORE:  # values come first
                w, v, w_rows, v_rows, out = v.mT, w.mT, v_rows.mT, w_rows.mT, out.mT
            at = self.at[w_rows]
            known = at >= 0
            self.weights.view(-1)[at[known]] = w[known].to(dtype)
            part, i, j = self.where(at)
            i_varies, j_varies = (
                bool((shared(t)[known.any(-1)] == -2).any()) for t in (i, j)
            )
            self.sums_rows |= i_varies and not j_varies
            products.append((part, i, j, v, v_rows, out))
        parts, n, m = self.shape
        n, m = (m, n) if self.sums_rows else (n, m)
        width = products[0][3].shape[-1]
        values = torch.full((parts, m, width), torch.nan, dtype=dtype)
        rows = torch.zeros(values.shape, dtype=torch.long)
        self.contexts = torch.zeros(parts, n, width, dtype=torch.long)
        for part, i, j, v, v_rows, out in products:
            queries, keys = (j, i) if self.sums_rows else (i, j)
            given = (values, v.to(dtype), keys, 1), (rows, v_rows, keys, 1)
            for into, numbers, token, dim in (*given, (self.contexts, out, queries, 2)):
                p, at = part.amax(dim), token.amax(dim)
                into[p[p >= 0], at[p >= 0]] = numbers[p >= 0]
        rows = repaired(rows)
        self.v = Vectors(values, rows, self.trace.common(table[rows, PLACE]))

    def where(self, at: Tensor) -> list[Tensor]:
        """Return part, query and key of positions, -1 for those that are none."""
        n, m = self.shape[1:]
        return [
            torch.where(at >= 0, t, -1) for t in (at // (n * m), at // m % n, at % m)
        ]

    def unfold(self, rows: Tensor) -> None:
        """Take heads that lie one under another among the queries apart."""
        every = torch.arange(self.shape[1])
        ways = [
            of
            for size in range(2, len(every))
            if len(every) % size == 0
            for of in (every.view(-1, size), every.view(size, -1).mT)
            if (shared(self.q.place[:, of], 1) != -2).all()
        ]
        of = ways[0] if ways else every[None]

        def apart(t: Tensor) -> Tensor:
            return t[:, of].flatten(0, 1)

        def again(t: Tensor) -> Tensor:
            return t.repeat_interleave(len(of), 0)

        self.q = self.q.each(apart)
        self.k, self.v = self.k.each(again), self.v.each(again)
        self.scores, self.weights = apart(self.scores), apart(self.weights)
        self.contexts = apart(self.contexts)
        self.locate(apart(rows))

    def flip(self) -> None:
        """Exchange queries and keys: what is summed over are the keys."""
        self.q, self.k = self.k, self.q
        self.scores, self.weights = self.scores.mT, self.weights.mT
        self.transposed = not self.transposed

    def grid(self, step: Step, what: Callable[[Step], object]) -> Tensor | None:
        """Return numbers of a step, and of those alike, in the layout of the scores."""
        made = torch.full(self.shape, torch.nan, dtype=self.scores.dtype)
        for each in next(some for some in self.between if some[0] is step):
            values, at = what(each), self.at[each.rows]
            if not isinstance(values, Tensor) or values.shape != at.shape:
                return None
            made.view(-1)[at[at >= 0]] = values[at >= 0].to(made.dtype)
        return made.mT if self.transposed else made

    def before(self, step: Step) -> Tensor | None:
        """Return what a step was given, in the layout of the scores."""
        return self.grid(step, lambda each: each.args[0])

    def after(self, step: Step) -> Tensor | None:
        """Return what a step gave, in the layout of the scores."""
        return self.grid(step, lambda each: each.out)

    def steps(self, *names: str) -> list[Step]:
        """Return the steps of these names between scores and weights.

        Of those that do the same for several heads, it is the first.
        """
        return [some[0] for some in self.between if some[0].name in names]

    def steps_between(self) -> list[list[Step]]:
        """Return what is done to the scores; what is done head by head is together."""
        stop = max(s.number for s in self.mixed)
        made = list[list[Step]]()
        for step in self.trace.steps[:stop]:
            if step.shadows or not (self.at[step.rows] >= 0).any():
                continue
            line = step.name, step.line
            same = [some for some in made if (some[0].name, some[0].line) == line][-1:]
            taken = [s.rows.flatten() for some in same for s in some]
            rows = step.rows[step.rows > 0]
            if same and not any(torch.isin(rows, other).any() for other in taken):
                same[0].append(step)
            else:
                made.append([step])
        return made

    def stages(self, rows: Tensor) -> list[tuple[Step, Tensor]]:
        """Return the stages of queries, keys or values, from where they were made."""
        made, numbers = list[tuple[Step, Tensor]](), dict[object, Tensor]()
        stop = max(s.number for s in self.made)
        for step in self.trace.steps[:stop]:
            plain = step.out.shape == step.rows.shape and not step.out.is_complex()
            if not plain or not torch.isin(step.rows.flatten(), rows.flatten()).any():
                continue
            key = step.name, step.line
            if key not in numbers:
                numbers[key] = self.scores.new_full((self.trace.count,), torch.nan)
            numbers[key][step.rows.flatten()] = step.out.flatten().to(self.scores.dtype)
            now = numbers[key][rows]
            if not now.isnan().any() and not (made and torch.equal(made[-1][1], now)):
                made.append((step, now))
        return made

    @property
    def vectors(self) -> dict[str, Vectors]:
        """Queries, keys and values by their letters."""
        return {"q": self.q, "k": self.k, "v": self.v}

    @property
    def texts(self) -> Tensor:
        """The text of each part."""
        place = self.q.place
        return self.trace.common(torch.where(place < 0, place, place // TEXT))


def matrices(t: Tensor) -> Tensor:
    """Return a tensor as matrices, whatever axes it has before."""
    return t.reshape(-1, *t.shape[-2:])


def repaired(rows: Tensor) -> Tensor:
    """Return a shadow in which the two features of a turned pair are not one.

    A sum keeps the rows of what comes first in it, and in b cos + a sin that may be
    either feature.
    """
    rows, d = rows.clone(), rows.shape[-1]
    if d > 1 and (rows[..., 1:2] == rows[..., :1]).all():
        same = rows[..., 1::2] == rows[..., : d - d % 2 : 2]
        rows[..., 1::2] += same.long()
    for width in range(d - d % 2, 3, -2):
        half = width // 2
        if (rows[..., half:width] == rows[..., :half]).all():
            rows[..., half:width] += half
    return rows


def readings(trace: Follow, since: int = 0) -> list[Reading]:
    """Return the attentions of a run; what the same lines compute for heads is one.

    Args:
        trace: What ran.
        since: The number of the first step that may mix values.
    """
    steps, table = trace.steps, trace.table
    pairs: list[tuple[set[int], list[Step]]] = []
    for step in steps[since:]:
        kinds = [trace.kind(t) for t in step.shadows]
        if sorted(kinds) != [DATA, SCORE]:
            continue
        w = step.shadows[kinds.index(SCORE)]
        made = {*table[w, MADE][table[w, KIND] == SCORE].tolist()}
        near = [p for p in pairs if p[0] & made]
        pairs = [p for p in pairs if not p[0] & made]
        mixed = [*itertools.chain.from_iterable(p[1] for p in near), step]
        pairs.append((made.union(*(p[0] for p in near)), mixed))
    groups: dict[object, tuple[object, list[Step], list[Step]]] = {}
    for made, mixed in pairs:
        first = steps[min(made)]
        near = [int(table[first.rows, c].max()) // STREAM for c in (PLACE, KEY)]
        alike = mixed[0].line, first.out.shape[-2:], first.depth
        group = groups.setdefault((first.line, *near), (alike, [], []))
        if group[0] == alike:  # else it is another layer
            group[1].extend(steps[i] for i in sorted(made))
            group[2].extend(mixed)
    return [Reading(trace, made, mixed) for _, made, mixed in groups.values()]
