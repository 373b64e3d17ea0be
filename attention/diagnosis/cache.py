"""A layer in chunks with a cache, against the whole: which mistake the cache has."""

import itertools
import re
from collections.abc import Callable, Iterator
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
from attention.diagnosis.report import first_line
from attention.diagnosis.rotary import turn
from attention.diagnosis.search import Match

WRONG = ["positions", "is_causal", "open", "forgets", "again"]
Step = Callable[[Tensor, Any], tuple[Tensor, Any]]


def steps_of(code: Any) -> Iterator[tuple[Step, Callable[[], Any]]]:
    """Yield how a layer may take new tokens and a cache, and how a cache begins."""
    if hasattr(code, "forward_with_cache"):
        yield code.forward_with_cache, lambda: None
    taken = [p.name for p in arguments(code)]
    names = [
        n
        for n in taken
        if kind_of(n) == "cache" and not re.search("start|^use|^return", n)
    ]
    flags = dict.fromkeys((n for n in taken if re.search("^(use|return)_", n)), True)
    space = getattr(type(code).forward, "__globals__", {})
    made = [v for k, v in space.items() if isinstance(v, type) and "cache" in k.lower()]
    for name, begin in itertools.product(names[:1], (lambda: None, *made)):

        def step(x: Tensor, cache: Any, name: str = name) -> tuple[Tensor, Any]:
            out = code(x, **{name: cache}, **flags)
            return out if isinstance(out, tuple) else (out, cache)

        yield step, begin


def check_cache(layer: Layer) -> None:
    """Ask whether chunks with a cache give what the whole gives."""
    report, probe, match = layer.report, layer.probe, layer.match
    if probe is None or len(probe.streams) > 1:
        return
    x, results, text = probe.streams[0], {}, ""
    n = x.shape[1]
    cuts = dict.fromkeys(
        [(n,), (1,) * n, (n - 2, 1, 1), (1, 2, n - 3) if n > 3 else (1, n - 1)]
    )
    for step, begin in steps_of(layer.code):

        def run(cut: tuple[int, ...], step: Step = step, begin: Any = begin) -> Tensor:
            cache, parts, at = begin(), [], 0
            for size in cut:
                part, cache = step(x[:, at : at + size].clone(), cache)[:2]
                if not isinstance(part, Tensor) or cache is None:
                    raise ValueError("it returns no cache")
                parts, at = [*parts, part], at + size
            return torch.cat(parts, dim=1)

        try:
            results = {cut: run(cut) for cut in cuts}
            break
        except Exception as error:
            text = first_line(error)
    if not results:
        report.unknown += [f"how to use its cache: {text}"] if text else []
        return
    broken = {c: r for c, r in results.items() if distance(r, results[n,]) > 1e-6}
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
    q, k, v = (divide(w.project(c, x), h) for c, h in counts.items())
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
