"""The diagnosis of the reader's own attention code, from a call to a report."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import torch
from torch import nn

from attention.diagnosis.cache import check_cache
from attention.diagnosis.copies import copied, quiet, redraw
from attention.diagnosis.layer import Layer
from attention.diagnosis.masks import check_masks
from attention.diagnosis.models import is_whole, layers_of
from attention.diagnosis.properties import (
    check_asked,
    check_follows,
    check_gradients,
    check_registered,
    check_repeats,
    check_training,
)
from attention.diagnosis.report import Report, first_line


def diagnose(
    code: nn.Module | Callable[..., Any],
    num_heads: int | None = None,
    *,
    causal: bool | None = None,
) -> Report:
    """Report what attention code computes, and which known mistake it makes.

    The code is run on small random inputs, in float64 where it can. What it gives is
    compared with right attention and with each mistake of a catalogue, computed with
    the code's own matrices, and it is asked for properties that attention must have. A
    diagnosis says that numbers are equal; it does not say that code is right.

    Args:
        code: An nn.Module or a function of x, of queries, keys and values, or of the
            ids of tokens. A copy of it runs; the module itself, the generator and the
            default dtype stay as they are.
        num_heads: The number of heads, where no attribute and no shape says it.
        causal: Whether a token must not read later ones. By default that is not known,
            and what a name or a triangular buffer suggests is only a note.

    Returns:
        What was found: to print, or in a test `diagnose(layer).require()`. Whatever the
        code raises becomes a line of the report.
    """
    for dtype in (torch.float64, torch.float32):
        report = Report(getattr(code, "__name__", type(code).__name__))
        try:
            with quiet(dtype), torch.no_grad():
                work, module = copied(code)
                check_registered(report, module)
                redraw(module.to("cpu", dtype).eval())
                claims = suggests_causal(code, module)
                layer = Layer(report, work, module, num_heads, causal, claims)
                (examine_model if is_whole(module) else deep)(layer)
        except Exception as error:
            report.called = False
            text = f"{type(error).__name__}: {first_line(error)}"
            report.unknown.append(f"the rest: {text}")
        if report.called:
            break
    return report


def deep(layer: Layer) -> None:
    """Examine one layer, and ask it for every property."""
    layer.examine()
    report, probe, module = layer.report, layer.probe, layer.module
    if probe is None or not {"again", "state"}.isdisjoint(report.names):
        return
    level, right = "" if layer.match else "note", not layer.wrong
    check_masks(report, probe, layer.match, layer.code)
    check_training(report, probe, module, bool(layer.match) and right)
    if right:  # or what fails is a consequence
        check_asked(report, probe, level)
        with suppress(RuntimeError):
            check_gradients(report, probe, module, level)
    if isinstance(layer.code, nn.Module):
        check_cache(report, layer.code, probe, layer.match)
        check_follows(report, layer.code, probe)


def examine_model(layer: Layer) -> None:
    """Report on a model or a block, and on the attention layers inside."""
    report, module = layer.report, layer.module
    tables = [m.num_embeddings for m in module.modules() if isinstance(m, nn.Embedding)]
    made = layer.called(tables[0] if tables else 0)
    if not made or not check_repeats(report, made[0]):
        return
    probe = layer.probe = made[0]
    report.facts.append(
        f"{'ids' if tables else 'vectors'} to {tuple(probe.out.shape[1:])}"
    )
    inside = layers_of(module, lambda: probe.call(*probe.streams))
    if inside:
        layer.tell_call(probe)
    else:
        report.unknown.append("which part of it is attention")
    report.unknown.append("what is around the attention: sums, norms, other layers")
    if tables and bool(
        (probe.out >= 0).all() and ((probe.out.sum(-1) - 1).abs() < 1e-6).all()
    ):
        report.add("softmaxed")
    for part, called in inside.items():
        name = type(part).__name__
        if called is None:
            report.unknown.append(f"what {name} computes of another sequence")
            continue
        one = Layer(Report(name), called, part, layer.hint, layer.causal)
        with suppress(Exception):
            one.examine()
        adopt(report, one.report)
        layer.match = layer.match or one.match
    if "future" not in {f.mistake.key for f in report.findings}:
        layer.check_reading(probe)
    with suppress(Exception):
        check_gradients(report, probe, module, "" if report.recognised else "note")
    if tables and inside:
        report.check("positions", probe.placed, "order")
    if isinstance(layer.code, nn.Module):
        check_follows(report, layer.code, probe)
    check_masks(report, probe, None, layer.code)


def adopt(report: Report, inner: Report) -> None:
    """Add what was found in a layer to the report of the model around it."""
    facts = f"{inner.subject}: " + ", ".join(inner.facts)
    report.facts += [facts] if inner.facts else []
    report.unknown += [f"in {inner.subject}, {text}" for text in inner.unknown]
    for f in inner.findings:
        if f.mistake.key not in ("tokens-first", "one-text"):  # the model chooses axes
            f.detail = f"in {inner.subject}" + (f", {f.detail}" if f.detail else "")
            report.findings.append(f)
    report.ties += inner.ties
    report.recognised |= inner.recognised


def suggests_causal(code: Any, module: nn.Module) -> int:
    """Return how many of a name and a triangular buffer suggest that code is causal."""
    name = getattr(code, "__name__", type(code).__name__)
    said = re.search(r"(?<!non)(?<!non.)causal", name, re.I)
    square = (b for b in module.buffers() if b.dim() > 1 and b.shape[-1] == b.shape[-2])
    some = [b for b in square if b.shape[-1] > 1]
    held = any(torch.equal(b, b.triu()) or torch.equal(b, b.tril()) for b in some)
    return bool(said) + held
