"""A layer in chunks with a cache, against the whole: which mistake the cache has."""

import re
import typing
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.call import arguments, kind_of, tensors
from attention.diagnosis.case import Case
from attention.diagnosis.copies import loose
from attention.diagnosis.follow import TEXT, Follow
from attention.diagnosis.numbers import close, distance
from attention.diagnosis.probe import Probe
from attention.diagnosis.reading import Reading, readings
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.weighing import judge_weights

# The first of these is reported.
CAUSES = "forgets", "order", "values", "is_causal", "open", "positions", "again"


def check_cache(report: Report, code: Any, probe: Probe, module: nn.Module) -> None:
    """Ask whether chunks with a cache give what the whole gives.

    A layer takes a cache as an argument, None at first, and returns it beside its
    result, or one that is annotated with a class of the reader's; or it has a method
    `forward_with_cache` that does. By another name, what it takes is a cache if it is
    None at first and the layer takes what it returned. Or it keeps a cache itself, and
    is told where a chunk starts, or to use it by a flag; then it has a method that
    resets it.
    """
    taken = [p.name for p in arguments(code)]
    starts = [k for k in taken if re.search("^start|^offset|start_?pos", k)]
    flags = dict.fromkeys((k for k in taken if re.match("(use|return)_", k)), True)
    names = [k for k in taken if kind_of(k) == "cache" and k not in (*starts, *flags)]
    other = [p.name for p in arguments(code) if p.default is None and not names]
    guessed = [k for k in other if k not in probe.call.masks and kind_of(k) != "flag"]
    names += guessed[:1]
    extended = getattr(code, "forward_with_cache", None)
    resets = (getattr(code, k) for k in dir(code) if re.match("reset|clear", k))
    reset = next(resets, None) if flags else None
    alone = bool(starts or reset) and not extended and names == guessed[:1]
    inside = alone and (bool(reset) or writes(module, probe))
    if len(probe.streams) > 1 or not (extended or names or inside):
        report.unknown += ["how to use its cache"] * bool(flags.keys() & {"use_cache"})
        return

    def run(cut: tuple[int, ...]) -> tuple[Tensor, list[Reading]]:
        cache, parts, found, trace, at = None, [], list[Reading](), Follow(module), 0
        if inside and reset:
            reset()
        holder = cache_of(code, names[0]) if names else None
        cache = holder
        for piece in probe.streams[0].split(cut, dim=1):
            piece, since = piece.clone(), len(trace.steps)
            trace.start((piece,), at)
            with trace:
                if extended:
                    out, cache = extended(piece, cache)
                elif inside:
                    more = dict.fromkeys(starts[:1], at) | (flags if reset else {})
                    out, cache = next(tensors(code(piece, **more))), ()
                else:
                    more = flags | dict.fromkeys(starts[:1], at)
                    made = code(piece, **{names[0]: cache}, **more)
                    out, cache = (next(tensors(made)), holder) if holder else made[:2]
            kept = inside or holder or not guessed or type(cache) in (tuple, list, dict)
            if not isinstance(out, Tensor) or cache is None or not kept:
                raise ValueError("it returns no cache")
            parts.append(out)
            found += readings(trace, since)
            at += piece.shape[1]
        return torch.cat(parts, dim=1), found

    n = probe.streams[0].shape[1]
    cuts = (1,) * n, (n - 2, 1, 1), (1, 2, n - 3) if n > 3 else (1, n - 1)
    try:
        (whole, first), results = run((n,)), {cut: run(cut) for cut in cuts}
    except Exception as error:
        text = f"how to use its cache: {first_line(error)}"
        report.unknown += [text] * (not guessed)
        return
    broken = [cut for cut, (out, _) in results.items() if distance(out, whole) > 1e-6]
    if not broken:
        report.passed.append("cache equals whole")
        return
    every = [r for cut in broken for r in results[cut][1]] if first else []
    causes = [cause(r, first[0], module) for r in every]
    detail = "chunks of " + " + ".join(map(str, broken[0]))
    if found := [c for c in CAUSES if c in causes]:
        report.add(f"cache={found[0]}", detail)
    elif probe.pattern == "every token reads all":
        # without a mask, a chunk reads nothing that comes later
        report.facts.append("with a cache, a token reads what came before")
    else:
        report.add("cache", detail)


def cache_of(code: Any, name: str) -> Any:
    """Return an empty cache of the class that an argument is annotated with, if any."""
    with suppress(Exception):  # the reader's annotations may be of any kind
        hint = typing.get_type_hints(getattr(code, "forward", code))[name]
        for kind in typing.get_args(hint) or (hint,):
            if isinstance(kind, type) and kind.__module__ == type(code).__module__:
                return kind()
    return None


def writes(module: nn.Module, probe: Probe) -> bool:
    """Return whether a call changes tensors that a module holds."""
    held = [*module.buffers(), *loose(module)]
    before = [t.clone() for t in held]
    probe.call(*(t.clone() for t in probe.fresh))
    return not all(map(torch.equal, held, before))


def cause(r: Reading, whole: Reading, module: nn.Module) -> str:
    """Return in what the attention of a chunk differs from the same in the whole.

    Args:
        r: The attention of a chunk.
        whole: The attention of all tokens.
        module: The module that holds its matrices.
    """
    case = Case(r, Report(""), module, masked=True)
    judge_weights(case, 1.0)
    if case.hidden is None or (r.q.place < 0).any() or (r.k.place < 0).any():
        return ""
    queries, keys = r.q.place[0] % TEXT, r.k.place[0] % TEXT
    wanted = torch.arange(int(queries[-1]) + 1)
    if len(keys) < len(wanted):
        return "forgets"
    if not keys.equal(wanted):
        return "order" if keys.sort().values.equal(wanted) else ""
    if not r.v.place.equal(r.k.place):
        return "values"
    hidden, later = case.hidden[0], keys > queries[:, None]
    if (hidden & ~later).any():
        return "is_causal"
    if (~hidden & later).any():
        return "open"
    q, k, all_q, all_k = (t.values for t in (r.q, r.k, whole.q, whole.k))
    if not close(q, all_q[:, queries]) or not close(k[:, queries], all_k[:, queries]):
        return "positions"
    return "" if close(k, all_k[:, keys]) else "again"
