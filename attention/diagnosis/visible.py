"""Which tokens are read: too many, or none of a sequence that is given."""

import re
from contextlib import suppress
from typing import Any

import torch
from torch import nn

from attention.diagnosis.call import arguments, kind_of
from attention.diagnosis.names import attributes, role
from attention.diagnosis.numbers import distance
from attention.diagnosis.probe import ALONE, Probe, drawn
from attention.diagnosis.report import Report
from attention.diagnosis.said import says_causal, says_language, says_next


def unread(report: Report, code: Any, probe: Probe) -> str:
    """Return the name of a sequence that may be given, and that changes nothing."""
    for p in arguments(code):
        if p.default is None and kind_of(p.name) == "context" and report.recognised:
            with suppress(Exception):  # it is no sequence, or of another width
                given = {p.name: probe.fresh[0]}
                if distance(probe.call(*probe.streams, **given), probe.out) < 1e-6:
                    return p.name
    return ""


def check_reading(
    report: Report,
    code: Any,
    module: nn.Module,
    probe: Probe,
    causal: bool | None,
    claims: int,
) -> None:
    """Report what reads too much, or nothing of a sequence that is given.

    That a layer should be causal is a mistake to break if the reader said so; that
    a name or a buffer suggests it is a note, and that both do, or that a docstring says
    it plainly, is a mistake, unless an argument may say which is meant.

    Args:
        report: Where findings go.
        code: The code.
        module: The module that holds its matrices.
        probe: How it is called.
        causal: What the reader said, if anything.
        claims: What `suggests_causal` says.
    """
    pattern, several = probe.pattern, len(probe.streams)
    if pattern.startswith(("causal", "a window")):
        report.passed.append(pattern)
    if report.mistakes or not probe.aligned:
        return  # or it is a consequence, or no output is that of a token
    names = [role(k) for k, _ in module.named_parameters()]
    compares = not {"q", "k", "qkv", "kv"}.isdisjoint(names)
    n, m = probe.reads.shape
    causal_part = torch.ones_like(probe.reads).tril(m - n)
    odd = causal is None and re.search("next|all later", pattern)
    names = [p.name for p in arguments(code) if "pad" not in p.name]
    flags = any("causal" in k or kind_of(k) == "mask" for k in names)
    writes = several == 2 and causal is not False and not flags and says_next(code)
    own = probe.dependency(probe.call, own=True) if writes else None
    if several > 1 and pattern == "nothing is read":
        report.add("unread")
    elif several == 1 and (name := unread(report, code, probe)):
        flags = ((k, v) for k, v in attributes(module) if v is False)
        off = any(re.search("cross|decoder", k) for k, _ in flags)
        report.add("unread", f"{name} changes nothing", level="note" if off else "")
    elif own is not None and own.triu(1).any():
        report.add("future", f"in the text that is written: {drawn(own)}")
    elif several == 2 and pattern == "causal":
        said = kind_of(probe.call.streams[1]) == "context"
        report.add("cross", level="" if said else "note")  # or it gets the same text
    elif pattern == ALONE and probe.alone and compares:
        report.add("alone")
    elif pattern[:2] == "no" or not (probe.reads & ~causal_part).any():
        pass
    elif odd or causal or (claims and causal is None and n == m):
        sure = odd or causal or (claims > 1 and not flags)
        level = "FAILS" if sure else "note"
        report.add("future", f"{pattern}: {probe.drawn}", level=level)


def suggests_causal(code: Any, module: nn.Module) -> int:
    """Return how many signs suggest that code is causal; a plain sentence is two."""
    name = getattr(code, "__name__", type(code).__name__)
    said = re.search(r"(?<!non)(?<!non.)causal", name, re.I)
    square = (b for b in module.buffers() if b.dim() > 1 and b.shape[-1] == b.shape[-2])
    some = [b for b in square if b.shape[-1] > 1]
    held = any(torch.equal(b, b.triu()) or torch.equal(b, b.tril()) for b in some)
    return bool(said) + held + 2 * (says_causal(code) or says_language(code))
