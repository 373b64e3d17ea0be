"""A layer in chunks with a cache, against the whole: which mistake the cache has."""

import re
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor

from attention.diagnosis.algebra import distance, reference
from attention.diagnosis.call import arguments, kind_of
from attention.diagnosis.probe import Probe
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.search import Match


def check_cache(report: Report, code: Any, probe: Probe, match: Match | None) -> None:
    """Ask whether chunks with a cache give what the whole gives.

    A layer takes a cache as an argument, None at first, and returns it beside its
    result; or it has a method `forward_with_cache` that does. By another name, what it
    takes is a cache if it is None at first and the layer takes what it returned.
    """
    taken = [p.name for p in arguments(code)]
    names = [k for k in taken if kind_of(k) == "cache" and k[:3] not in ("use", "ret")]
    other = [p.name for p in arguments(code) if p.default is None and not names]
    guessed = [k for k in other if k not in probe.call.masks and kind_of(k) != "flag"]
    names += guessed[:1]
    flags = dict.fromkeys((k for k in taken if re.match("(use|return)_", k)), True)
    extended = getattr(code, "forward_with_cache", None)
    if len(probe.streams) > 1 or not (extended or names):
        report.unknown += ["how to use its cache"] * bool(flags.keys() & {"use_cache"})
        return

    def run(cut: tuple[int, ...]) -> Tensor:
        cache, parts = None, []
        for piece in probe.streams[0].split(cut, dim=1):
            if extended:
                out, cache = extended(piece, cache)
            else:
                out, cache = code(piece.clone(), **{names[0]: cache}, **flags)[:2]
            kept = not guessed or isinstance(cache, (tuple, list, dict))
            if not isinstance(out, Tensor) or cache is None or not kept:
                raise ValueError("it returns no cache")
            parts.append(out)
        return torch.cat(parts, dim=1)

    x, n = probe.inputs[0], probe.inputs[0].shape[1]
    cuts = (1,) * n, (n - 2, 1, 1), (1, 2, n - 3) if n > 3 else (1, n - 1)
    try:
        whole, results = run((n,)), {cut: run(cut) for cut in cuts}
    except Exception as error:
        text = f"how to use its cache: {first_line(error)}"
        report.unknown += [text] * (not guessed)
        return
    broken = [cut for cut, out in results.items() if distance(out, whole) > 1e-6]
    if not broken:
        report.passed.append("cache equals whole")
        return
    turned = match and match.switches.get("rotary")
    for how in [
        "",
        "is_causal",
        "open",
        "forgets",
        *["positions", "again"] * bool(turned),
    ]:
        if match is None:
            break
        given = match.weights, (x, x, x), match.switches
        with suppress(RuntimeError, IndexError, ValueError):
            some = [(reference(*given, cut, how), out) for cut, out in results.items()]
            if all(distance(made, out) < 2e-6 for made, out in some):
                if how:
                    detail = "chunks of " + " + ".join(map(str, broken[0]))
                    report.add(f"cache={how}", detail, level="MISTAKE")
                else:  # without a mask, a chunk reads nothing that comes later
                    report.facts.append("with a cache, a token reads what came before")
                return
    report.add("cache", "chunks of " + " + ".join(map(str, broken[0])))
