"""Which matrix makes queries, keys, values and the output."""

import re
from typing import NamedTuple

import torch
from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.names import role
from attention.diagnosis.step import Step

ORDERS = "kqv", "qvk", "vkq", "kvq", "vqk"  # that are not the usual one


class Source(NamedTuple):
    """What makes queries, keys or values.

    Attributes:
        step: The projection, if there is one.
        name: The name of its parameter, if there is one.
        columns: The columns of the matrix.
        line: Where.
    """

    step: Step | None
    name: str
    columns: Tensor
    line: str


def source_of(case: Case, rows: Tensor) -> Source:
    """Return what makes the numbers of a shadow."""
    step, name = case.matrix(rows)
    step = step if step and step.shadows else None
    line = (step or case.reading.made[0]).said
    return Source(step, name, case.columns[rows].unique(), line)


def meant_for(case: Case, source: Source, fused: bool) -> str:
    """Return which of queries, keys and values a matrix is meant to make, or nothing.

    Args:
        case: The attention.
        source: The matrix.
        fused: Whether one matrix may make all three.
    """
    kind, step, columns = role(source.name), source.step, source.columns
    if kind in ("q", "k", "v"):
        return kind
    if step is None or not fused:
        return ""
    every = case.columns[step.rows].unique()
    if len(every) == len(columns) and source.name:  # a third of the matrix itself
        base = case.reading.trace.bases[source.name]
        whole = base.shape[0] == 3 * len(every)
        third = int(columns.min() - base.min()) * 3 // base.numel()
        return "qkv"[third] if whole else ""
    at = torch.searchsorted(every, columns)
    third = len(every) == 3 * len(at) and int(at.max() - at.min()) + 1 == len(at)
    return "qkv"[int(at.max()) // len(at)] if third else ""


def judge_matrices(case: Case) -> None:
    """Ask which matrix makes queries, keys and values."""
    r = case.reading
    made = {c: source_of(case, t.rows) for c, t in r.vectors.items()}
    projected = "".join(c for c, s in made.items() if s.step)
    if not projected:
        if case.spare and r.trace.unused:
            case.add("linear=none", line=r.made[0].said)
        return
    fused = all(role(s.name) in ("qkv", None) for s in made.values())
    meant = {c: meant_for(case, s, fused) for c, s in made.items()}
    twice = [a + b for a, b in ("qk", "qv", "kv") if same(made[a], made[b])]
    order = "".join(meant.values())
    if twice and case.spare:
        for a, b in twice:
            if a + b != "qv" and meant[a] == b:
                a, b = b, a
            case.add(f"order={'qkv'.replace(b, a)}", line=made[b].line)
    elif "qk" in twice:
        case.unusual("queries and keys share a matrix")
    elif projected == "qk" and case.spare and case.streams == 1:
        case.add("order=qkx", line=r.mixed[0].said)
    elif order in ORDERS and not re.search("|".join(ORDERS), made["q"].name.lower()):
        case.add(f"order={order}", line=made["q"].line)
    flat = [c for c, s in made.items() if s.step and untransposed(case, s.step)]
    for c in ["qkv"] if len(flat) == 3 else flat:
        case.add(f"linear={c}", line=made[c[0]].line)


def same(a: Source, b: Source) -> bool:
    """Return whether two are made by the same columns of one matrix."""
    one = a.step and b.step and a.name and a.name == b.name
    return bool(one) and a.columns.equal(b.columns)


def untransposed(case: Case, step: Step) -> bool:
    """Return whether nn.Linear's weight is used as (in, out)."""
    trace, rows = case.reading.trace, step.shadows[1]
    name = trace.parameter(rows)
    if name is None or rows.shape[-1] < 2:
        return False
    holder = case.module.get_submodule(name.rpartition(".")[0])
    linear = type(holder).__name__ in ("Linear", "NonDynamicallyQuantizableLinear")
    stored = name.endswith("proj_weight") or (linear and name.endswith("weight"))
    a, b = rows[..., 0, :2].flatten()[:2].tolist()
    return stored and b - a == 1
