"""A layer run in chunks with a cache, against the whole: which mistake the cache has."""

import itertools
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from attention.diagnosis.adapter import arguments, kind_of
from attention.diagnosis.algebra import (
    Switches,
    Weights,
    allowed,
    attend,
    distance,
    divide,
    finish,
    join,
    repeat,
)
from attention.diagnosis.layer import Layer
from attention.diagnosis.rotary import turn
from attention.diagnosis.search import Match

WRONG = ["positions", "is_causal", "open", "forgets", "again"]
Step = Callable[[Tensor, Any], tuple[Tensor, Any]]


def step_of(code: Any) -> Step | None:
    """Return how a layer takes new tokens and a cache, if it says so by names."""
    if hasattr(code, "forward_with_cache"):
        return code.forward_with_cache
    names = [
        p.name
        for p in arguments(code)
        if kind_of(p.name) == "cache" and "start" not in p.name
    ]
    flags = [p.name for p in arguments(code) if p.name in ("use_cache", "return_cache")]
    return (
        (lambda x, c: code(x, **{names[0]: c}, **dict.fromkeys(flags, True)))
        if names
        else None
    )


def check_cache(layer: Layer) -> None:
    """Ask whether chunks with a cache give what the whole gives."""
    report, probe, match, step = (
        layer.report,
        layer.probe,
        layer.match,
        step_of(layer.code),
    )
    if step is None or probe is None or len(probe.streams) > 1:
        return
    x = probe.streams[0]
    n = x.shape[1]

    def run(cuts: tuple[int, ...]) -> Tensor:
        cache, parts, at = None, [], 0
        for size in cuts:
            out = step(x[:, at : at + size].clone(), cache)
            part, cache = (
                out if isinstance(out, tuple) and len(out) == 2 else (None, None)
            )
            if cache is None or part is None:
                raise ValueError("it returns no cache")
            parts, at = [*parts, part], at + size
        return torch.cat(parts, dim=1)

    try:
        whole = run((n,))
        cuts = dict.fromkeys(
            [(1,) * n, (n - 2, 1, 1), (1, 2, n - 3) if n > 3 else (1, n - 1)]
        )
        results = {c: run(c) for c in cuts}
    except Exception as error:
        text = str(error).split("\n")[0][:80]
        report.unknown.append(f"how to use its cache: {text}")
        return
    broken = {c: r for c, r in results.items() if distance(r, whole) > 1e-6}
    if not broken:
        report.passed.append("cache equals whole")
        return
    detail = "chunks of " + " + ".join(map(str, next(iter(broken))))
    for how in WRONG:
        if match and all(equal(match, x, c, how, r) for c, r in results.items()):
            report.add(f"cache={how}", detail, level="MISTAKE")
            return
    report.add("cache", detail)


def equal(
    match: Match, x: Tensor, cuts: tuple[int, ...], how: str, out: Tensor
) -> bool:
    """Return whether a mistake in the cache gives these numbers."""
    try:
        made = in_chunks(match.weights, x, match.switches, cuts, how)
    except (RuntimeError, IndexError, ValueError):
        return False
    return distance(made, out) < 2e-6


def in_chunks(
    w: Weights, x: Tensor, s: Switches, cuts: tuple[int, ...], how: str
) -> Tensor:
    """Return what a layer gives in chunks with one mistake in its cache."""
    counts = {"q": w.heads, "k": w.groups, "v": w.groups}
    q, k, v = (divide(w.project(c, x, s), h) for c, h in counts.items())
    if norms := s.get("norms"):
        q, k = norms[0](q), norms[-1](k)

    def turned(t: Tensor, start: int) -> Tensor:
        return turn(t, s["rotary"], start=start) if s.get("rotary") else t

    keys, values, parts = k[:, :, :0], v[:, :, :0], []
    for at, size in zip(itertools.accumulate(cuts, initial=0), cuts, strict=False):
        rows, past = slice(at, at + size), keys.shape[2]
        start = {"positions": 0, "forgets": past}.get(how, at)
        if how == "again" and past:
            keys = turned(keys, 0)
        keys = torch.cat([keys, turned(k[:, :, rows], start)], dim=2)
        values = torch.cat([values, v[:, :, rows]], dim=2)
        n, m = size, keys.shape[2]
        allow = allowed(s["mask"], n, m, None)
        if how == "is_causal":
            allow = torch.ones(n, m, dtype=torch.bool).tril()
        if how == "open" and past:
            allow = torch.ones(n, m, dtype=torch.bool)
        y = attend(
            turned(q[:, :, rows], start),
            repeat(keys, w, s, "k"),
            repeat(values, w, s, "v"),
            s | {"allow": allow},
        )
        parts.append(finish(w, join(y), x[:, rows], s))
        if how == "forgets":
            keys, values = keys[:, :, past:], values[:, :, past:]
    return torch.cat(parts, dim=1)
