"""What is around the attention: results that are lost, norms, and positions."""

import ast
import linecache
import re
from collections.abc import Iterable
from contextlib import suppress

import torch
from torch import Tensor, nn
from torch.utils._pytree import tree_leaves

from attention.diagnosis.call import PICTURES
from attention.diagnosis.case import Case
from attention.diagnosis.follow import MOVES, PLACE, SCORE, STREAM, TEXT, Follow
from attention.diagnosis.numbers import close, distance, even
from attention.diagnosis.probe import Probe, followed
from attention.diagnosis.report import Report
from attention.diagnosis.residuals import Residuals, among
from attention.diagnosis.said import written
from attention.diagnosis.step import Step

SHAPES = "reshape", "flatten", "unflatten", "contiguous"


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
    text = f"{report.subject} {written(module)[1]}"
    prenorm = bool(re.search("pre-?(ln|norm)", text, re.I))
    sums = Residuals(probe.trace, report, level, prenorm)
    judge_lost(report, probe, module, sums)
    judge_norms(report, probe.trace, cases)
    judge_positions(report, probe)
    if cases:
        judge_moved(report, probe, sums)
        sums.judge_sums()
        sums.judge_feed()
        sums.judge_normed()
        sums.judge_none(cases[0])


def judge_lost(
    report: Report, probe: Probe, module: nn.Module, sums: Residuals
) -> None:
    """Look for layers and results on which nothing depends that is kept.

    Args:
        report: Where findings go.
        probe: How the code is called.
        module: The module that holds its matrices.
        sums: Which of its steps are products.
    """
    out, trace = followed(probe.call, probe.streams, module)
    if [s.name for s in trace.steps] != [s.name for s in probe.trace.steps]:
        return
    held = tree_leaves([list(vars(m).values()) for m in module.modules()])
    ends = filter(torch.is_tensor, [out, *probe.call.everything, *held])
    live = trace.graph.past(n for t in ends for n in trace.graph.sources(t))
    dead = among(sums.mixes, ~live)
    if 0 < len(dead) < len(sums.mixes):
        used, idle = (
            {trace.parameter(t) for s in among(sums.products, bits) for t in s.shadows}
            for bits in (live, ~live)
        )
        own = [module.get_parameter(k) for k in idle - used if k]
        for p in own:  # numbers may have left torch, and come back
            p.data += 1
        same = distance(probe.call(*probe.streams), probe.out) < 1e-6
        for p in own:
            p.data -= 1
        if own and same:
            report.add("unused=layer", line=dead[0].said)
    lost = {(s.line, s.name): s for s in trace.graph.among(~live)}
    for step in lost.values():
        if thrown(step, module):
            scores = step.name == "masked_fill" and trace.kind(step.rows) == SCORE
            report.add("mask=unused" if scores else "unused=result", line=step.said)


def thrown(step: Step, module: nn.Module) -> bool:
    """Return whether a line does nothing but an operation whose result is lost."""
    parts = [
        name.rpartition(".")[2]
        for name, m in module.named_modules()
        if type(m).__module__.startswith("torch.nn")
    ]
    with suppress(SyntaxError):
        for node in ast.walk(ast.parse("".join(linecache.getlines(step.line[0])))):
            match node:
                case ast.Expr(ast.Call(ast.Attribute(holder, name))) if (
                    node.lineno <= step.line[1] <= (node.end_lineno or 0)
                ):
                    if isinstance(holder, ast.Name) and holder.id == "self":
                        return name in parts
                    moved = name in SHAPES and step.name in MOVES
                    return moved or name == step.name.strip("_")
    return False


def judge_norms(report: Report, trace: Follow, cases: list[Case]) -> None:
    """Ask over which axes norms run, but for those of queries and keys."""
    made = [t.rows.flatten() for c in cases for t in (c.reading.q, c.reading.k)]
    for step in trace.steps:
        axes, places = reduced(step, trace), trace.table[step.rows, PLACE]
        score = trace.kind(step.rows) == SCORE
        if (
            places.dim() != 3
            or score
            or any(torch.isin(step.rows, t).any() for t in made)
        ):
            continue
        tokens, texts = (
            any((p != p.narrow(i, 0, 1)).any() for i in axes)
            for p in (places, places // TEXT)
        )
        if tokens and "split=image" not in report.names:
            level = "" if texts or "causal" in report.facts else "note"
            detail = f"over the {'texts' if texts else 'tokens'}"
            report.add("norm=tokens", detail, step.said, level)


def reduced(step: Step, trace: Follow) -> Iterable[int]:
    """Return the axes over which a norm runs, if this is its division."""
    if step.name == "native_layer_norm":
        return range(-len(step.args[1]), 0)
    if step.name in ("div", "mul") and len(step.given) == 2 and all(step.given):
        a, b = map(trace.graph.past, step.given)
        x, by = step.args[:2]
        some = trace.graph.among(b & ~a)
        roots = any(re.search("std|sqrt|norm", s.name) for s in some)
        if roots and x.dim() == by.dim():
            return [i for i, size in enumerate(by.shape) if size < x.shape[i]]
    return ()


def judge_moved(report: Report, probe: Probe, sums: Residuals) -> None:
    """Ask whether what attention gives for a token stands at that token's place."""
    trace, pairs = probe.trace, list[tuple[Tensor, Tensor, str]]()
    if probe.call.form not in PICTURES:  # whose patches may stand in any order
        pairs.append((trace.steps[0].rows, trace.shadow(trace.result), ""))
    for s in sums.attend:
        a, b = (trace.steps[given[0]].rows for given in s.step.given)
        pairs.append((a, b, s.step.said))
    mixed = any(re.match("merge|split", name) for name in report.names)
    for a, b, line in pairs if not mixed else ():
        own, place = trace.table[a, PLACE], trace.table[b, PLACE]
        same = own.shape == place.shape and not own.equal(place)
        if same and own.min() >= 0 and own.unique().equal(place.unique()):
            moved = place[own != place][0] % STREAM
            detail = f"token {moved % TEXT} of text {moved // TEXT} is elsewhere"
            report.add("out=places", detail, line)


def base_of(table: Tensor) -> float:
    """Return the base of the frequencies of sinusoids (tokens, features), or 0."""
    for a, b in ((table[:, ::2], table[:, 1::2]), table.chunk(2, dim=-1)):
        circle = a.shape == b.shape and close(a.square() + b.square(), 1.0)
        if circle and len(a) > 1 and a.shape[1] > 1:
            return float(torch.atan2(a[1], b[1])[1].abs() ** (-table.shape[1] / 2))
    return 0.0


def judge_positions(report: Report, probe: Probe) -> None:
    """Ask whether positions are those of texts, or turn with one frequency."""
    flipped = probe.call(*(t.flip(0) for t in probe.streams))
    apart = probe.alone and distance(flipped, probe.out.flip(0)) > 1e-4
    for step in probe.trace.steps:
        if step.name == "add" and len(step.given) == 2 and () in step.given:
            table, size = step.args[step.given.index(())], step.out.shape
            if len(size) == 3 and table.shape[-2:] == size[-2:]:
                columns = table.reshape(-1, size[-1]).unique(dim=1)
                two = columns.shape[1] == 2 < min(size[-1], len(columns))
                if two and even(columns.square().sum(1)):
                    report.add("positions=one", line=step.said)
                base = base_of(table.reshape(-1, size[-1])[: size[1]])
                if abs(base / 1e8 - 1) < 0.02:
                    report.add("positions=fast", line=step.said)
            if apart and table.dim() == 3 and table.shape[:2] == (size[0], 1):
                report.add("place", line=step.said, level="MISTAKE")
    if apart:
        report.add("place")
