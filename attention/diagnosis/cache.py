"""A layer in chunks with a cache, against the whole: which mistake the cache has."""

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor

from attention.diagnosis.adapter import arguments, kind_of, tensors
from attention.diagnosis.algebra import distance, reference
from attention.diagnosis.copies import copied
from attention.diagnosis.layer import Layer
from attention.diagnosis.probe import Probe
from attention.diagnosis.report import first_line

Step = Callable[[Tensor, Any], tuple[Tensor, Any]]


def steps_of(code: Any) -> Iterator[Callable[[], tuple[Step, Any]]]:
    """Yield what begins a text: how a layer takes new tokens, and an empty cache."""
    if hasattr(code, "forward_with_cache"):
        yield lambda: (code.forward_with_cache, None)
    taken = [p.name for p in arguments(code)]
    names = [
        k
        for k in taken
        if kind_of(k) == "cache" and not re.match("start|use|return", k)
    ]
    flags = dict.fromkeys((k for k in taken if re.match("(use|return)_", k)), True)
    space = getattr(type(code).forward, "__globals__", {})
    made = [v for k, v in space.items() if isinstance(v, type) and "cache" in k.lower()]
    for name, begin in itertools.product(names[:1], (lambda: None, *made)):

        def step(x: Tensor, cache: Any, name: str = name) -> tuple[Tensor, Any]:
            out = code(x, **{name: cache}, **flags)
            return out if isinstance(out, tuple) else (out, cache)

        yield lambda begin=begin, step=step: (step, begin())
    if flags and not names:  # the layer keeps its cache in itself

        def again() -> tuple[Step, Any]:
            layer = copied(code)[0]
            return lambda x, _: (next(tensors(layer(x, **flags))), layer), layer

        yield again


def check_cache(layer: Layer, probe: Probe) -> None:
    """Ask whether chunks with a cache give what the whole gives."""
    report, match, results, text = layer.report, layer.match, {}, ""
    if len(probe.streams) > 1:
        return
    x, n = probe.streams[0], probe.streams[0].shape[1]
    cuts = [(n,), (1,) * n, (n - 2, 1, 1), (1, 2, n - 3) if n > 3 else (1, n - 1)]
    for begin in steps_of(layer.code):

        def run(cut: tuple[int, ...], begin: Any = begin) -> Tensor:
            step, cache = begin()
            parts = []
            for piece in x.split(cut, dim=1):
                part, cache = step(piece.clone(), cache)[:2]
                if not isinstance(part, Tensor) or cache is None:
                    raise ValueError("it returns no cache")
                parts.append(part)
            return torch.cat(parts, dim=1)

        try:
            results = {cut: run(cut) for cut in cuts}
            break
        except Exception as error:
            text = first_line(error)

    if not results:
        report.unknown += [f"how to use its cache: {text}"] if text else []
        return
    whole = results.pop((n,))
    broken = [cut for cut, out in results.items() if distance(out, whole) > 1e-6]
    if not broken:
        report.passed.append("cache equals whole")
        return
    detail = "chunks of " + " + ".join(map(str, broken[0]))
    turned = match and match.switches.get("rotary")
    ways = ["", "is_causal", "open", "forgets", *["positions", "again"] * bool(turned)]
    for how in ways:
        if match is None:
            break
        given = match.weights, (x, x, x), match.switches
        with suppress(RuntimeError, IndexError, ValueError):
            some = [(reference(*given, cut, how), out) for cut, out in results.items()]
            if all(distance(made, out) < 2e-6 for made, out in some):
                if how:
                    report.add(f"cache={how}", detail, level="MISTAKE")
                else:  # without a mask, a chunk reads nothing that comes later
                    report.facts.append("with a cache, a token reads what came before")
                return
    report.add("cache", detail)
