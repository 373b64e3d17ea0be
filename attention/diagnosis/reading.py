"""One attention as it ran: its queries, keys, values, scores and weights, in one layout.

Whatever axes the code uses, here all numbers lie as (parts, queries, keys), where a part
is a head of a text.
"""

from dataclasses import dataclass, field
from typing import Any

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
    Step,
)

NORMALISERS = "_softmax", "_safe_softmax", "_log_softmax", "sigmoid", "exp", "relu"


def close(a: Tensor, b: Tensor, by: float = 2e-5) -> bool:
    """Return whether two tensors agree, for the size of the second."""
    if a.shape != b.shape or not torch.equal(a.isfinite(), b.isfinite()):
        return False
    some = b.isfinite()
    if not torch.equal(a[~some].nan_to_num(), b[~some].nan_to_num()):
        return False
    far = (a - b)[some].abs()
    return not far.numel() or float(far.max()) <= by * max(
        float(b[some].abs().max()), 1e-9
    )


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
        same = rows[..., width // 2 : width] == rows[..., : width // 2]
        if same.all():
            rows[..., width // 2 : width] += width // 2
    return rows


def shared(t: Tensor, dim: int = -1) -> Tensor:
    """Return what is the same along an axis, and -2 where it is not."""
    return torch.where((t == t.narrow(dim, 0, 1)).all(dim), t.select(dim, 0), -2)


def joined(a: Step, b: Step) -> Step:
    """Return two equal steps of different numbers as one, laid flat."""
    out, rows = (
        torch.cat([x.flatten(), y.flatten()])
        for x, y in ((a.out, b.out), (a.rows, b.rows))
    )
    args = a.args
    pair = a.args[0], b.args[0]
    if all(
        isinstance(t, Tensor) and t.shape == s.rows.shape
        for t, s in zip(pair, (a, b), strict=True)
    ):
        args = torch.cat([t.flatten() for t in pair]), *a.args[1:]
    more = {"first": a.first or a, "number": b.number}
    return Step(a.name, args, out, rows, a.line, a.depth, **more)


@dataclass
class Reading:
    """One attention.

    Attributes:
        trace: All that ran.
        made: The products that gave scores.
        mixed: The products of weights and values.
    """

    trace: Follow
    made: list[Step]
    mixed: list[Step]
    transposed: bool = False
    last: int = field(default=0)

    def __post_init__(self) -> None:
        """Lay all numbers out."""
        three = [s.rows.reshape(-1, *s.rows.shape[-2:]) for s in self.made]
        self.rows = torch.cat(three)
        self.shape = self.rows.shape
        self.at = torch.full((self.trace.rows,), -1)
        self.at[self.rows.flatten()] = torch.arange(self.rows.numel())
        given = [
            [t.reshape(-1, *t.shape[-2:]) for t in s.given or ()] for s in self.made
        ]
        q, k, self.q_rows, self.k_rows = (
            torch.cat(t) for t in zip(*given, strict=True)
        )
        self.q, self.k = q, k.mT
        self.q_rows, self.k_rows = repaired(self.q_rows), repaired(self.k_rows.mT)
        self.scores = self.q @ self.k.mT
        table = self.trace.table
        self.q_place = table[self.rows[:, :, 0], PLACE]
        self.k_place = table[self.rows[:, 0], KEY]
        self.weights, turned = torch.full(self.shape, torch.nan, dtype=q.dtype), False
        parts = []
        for step in self.mixed:
            a, b, ra, rb = (t.reshape(-1, *t.shape[-2:]) for t in step.given or ())
            out = step.rows.reshape(-1, *step.rows.shape[-2:])
            if int(table[ra, KIND].max()) != SCORE:  # values come first
                a, b, ra, rb, out = b.mT, a.mT, rb.mT, ra.mT, out.mT
            at = self.at[ra]
            known = at >= 0
            self.weights.view(-1)[at[known]] = a[known].to(q.dtype)
            part, i, j = self.where(at)
            turned |= bool((shared(i)[known.any(-1)] == -2).any()) and not bool(
                (shared(j)[known.any(-1)] == -2).any()
            )
            parts.append((at, part, i, j, b, rb, out))
        self.contracts_rows = turned
        n, m = self.shape[1:]
        size = parts[0][4].shape[-1]
        length = n if turned else m
        self.v = torch.full((self.shape[0], length, size), torch.nan, dtype=q.dtype)
        self.v_rows = torch.zeros(self.v.shape, dtype=torch.long)
        self.contexts = torch.zeros(
            self.shape[0], m if turned else n, size, dtype=torch.long
        )
        for at, part, i, j, b, rb, out in parts:
            keys, queries = (i, j) if turned else (j, i)
            p, c = part.amax(1), keys.amax(1)  # of each column
            ok = p >= 0
            self.v[p[ok], c[ok]] = b[ok].to(q.dtype)
            self.v_rows[p[ok], c[ok]] = rb[ok]
            p, r = part.amax(2), queries.amax(2)
            ok = p >= 0
            self.contexts[p[ok], r[ok]] = out[ok]
        self.v_place = self.trace.common(table[self.v_rows, PLACE])
        self.between = self.steps_between()
        if turned:
            self.flip()
        else:
            self.unfold()

    def unfold(self) -> None:
        """Take heads that lie one under another among the queries apart."""
        parts, n, _ = self.shape
        for size in range(2, n):
            times, left = divmod(n, size)
            if left:
                continue
            rows = (
                torch.arange(n).view(times, size),
                torch.arange(n).view(size, times).mT,
            )
            of = next(
                (t for t in rows if shared(self.q_place[:, t], 1).ne(-2).all()), None
            )
            if of is None:
                continue
            for name in (
                "q",
                "q_rows",
                "q_place",
                "scores",
                "weights",
                "rows",
                "contexts",
            ):
                setattr(self, name, getattr(self, name)[:, of].flatten(0, 1))
            for name in ("k", "k_rows", "k_place", "v", "v_rows", "v_place"):
                setattr(self, name, getattr(self, name).repeat_interleave(times, 0))
            self.shape = self.rows.shape
            self.at[self.rows.flatten()] = torch.arange(self.rows.numel())
            return

    def where(self, at: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return part, query and key of positions, -1 for those that are none."""
        n, m = self.shape[1:]
        return tuple(
            torch.where(at >= 0, t, -1) for t in (at // (n * m), at // m % n, at % m)
        )

    def flip(self) -> None:
        """Exchange queries and keys: what is summed over are the keys."""
        self.q, self.k, self.q_rows, self.k_rows = (
            self.k,
            self.q,
            self.k_rows,
            self.q_rows,
        )
        self.q_place, self.k_place = self.k_place, self.q_place
        self.scores, self.weights, self.rows = (
            self.scores.mT,
            self.weights.mT,
            self.rows.mT,
        )
        self.transposed = not self.transposed

    def grid(self, values: Tensor, rows: Tensor) -> Tensor | None:
        """Return numbers with their shadow in the layout of the scores."""
        if values.shape != rows.shape:
            return None
        at = self.at[rows]
        if not bool((at >= 0).any()):
            return None
        n, m = self.shape[1:]
        made = torch.full((self.shape[0] * n * m,), torch.nan, dtype=self.scores.dtype)
        made[at[at >= 0]] = values[at >= 0].to(made.dtype)
        made = made.view(self.shape)
        return made.mT if self.transposed else made

    def steps_between(self) -> list[Step]:
        """Return what is done to the scores, in order; what is done head by head is one."""
        stop = max(s.number for s in self.mixed)
        made: list[Step] = []
        for step in self.trace.steps[:stop]:
            if step.given or not bool((self.at[step.rows] >= 0).any()):
                continue
            same = [s for s in made if (s.name, s.line) == (step.name, step.line)]
            if same and not set(same[-1].rows.unique().tolist()) & set(
                step.rows.unique().tolist()
            ) - {0}:
                made[made.index(same[-1])] = joined(same[-1], step)
            else:
                made.append(step)
        return made

    def chain(self, rows: Tensor) -> list[tuple[Step, Tensor]]:
        """Return the stages of queries, keys or values, from where they were made."""
        made, bases = list[tuple[Step, Tensor]](), dict[Any, Tensor]()
        stop = max(s.number for s in self.made)
        wanted = torch.zeros(self.trace.rows, dtype=torch.bool)
        wanted[rows] = True
        empty = torch.full((self.trace.rows,), torch.nan, dtype=self.scores.dtype)
        for step in self.trace.steps[:stop]:
            plain = step.out.shape == step.rows.shape and not step.out.is_complex()
            if not plain or not wanted[step.rows].any():
                continue
            base = bases.setdefault((step.name, step.line), empty.clone())
            base[step.rows.flatten()] = step.out.flatten().to(base.dtype)
            now = base[rows]
            if not now.isnan().any() and not (made and torch.equal(made[-1][1], now)):
                made.append((step, now))
        return made

    @property
    def texts(self) -> Tensor:
        """The text of each part."""
        return self.trace.common(
            torch.where(self.q_place < 0, self.q_place, self.q_place // TEXT)
        )


def readings(trace: Follow, since: int = 0) -> list[Reading]:
    """Return the attentions of a run; what the same lines compute for heads is one."""
    steps, table = trace.steps, trace.table
    pairs: list[tuple[set[int], list[Step]]] = []
    for step in steps[since:]:
        if not step.given:
            continue
        kinds = [table[t, KIND] for t in step.given[2:]]
        which = [int(k.max()) for k in kinds]
        if SCORE not in which or min(which) < DATA or which == [SCORE, SCORE]:
            continue
        w = step.given[2 + which.index(SCORE)]
        made = {*table[w, MADE][kinds[which.index(SCORE)] == SCORE].tolist()}
        near = [p for p in pairs if p[0] & made]
        for p in near:
            pairs.remove(p)
        pairs.append(
            (made.union(*(p[0] for p in near)), sum((p[1] for p in near), []) + [step])
        )
    groups: dict[object, Reading | list[list[Step]]] = {}
    for made, mixed in pairs:
        first = steps[min(made)]
        near = [int(table[first.rows, c].max()) // STREAM for c in (PLACE, KEY)]
        key = (first.line, *near), mixed[0].line, first.out.shape[-2:], first.depth
        group = groups.setdefault(key, [[], []])
        group[0] += [steps[i] for i in sorted(made)]
        group[1] += mixed
    found = {}
    for (line, *_), (made, mixed) in groups.items():
        found.setdefault(line, (made, mixed))
    return [Reading(trace, *some) for some in found.values()]
