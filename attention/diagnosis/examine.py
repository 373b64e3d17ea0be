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
from attention.diagnosis.models import examine_model, is_whole
from attention.diagnosis.modes import check_training
from attention.diagnosis.properties import (
    check_average,
    check_follows,
    check_gradients,
    check_registered,
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
        causal: Whether a token must not read later ones. By default it must not if a
            buffer is triangular or the class says so.

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
                adopt_lists(module)
                redraw(module.to("cpu", dtype).eval())
                said = claimed(code, module) if causal is None else causal
                layer = Layer(report, work, module, num_heads, said, causal is not None)
                (examine_model if is_whole(module) else deep)(layer)
        except Exception as error:
            report.called = False
            report.unknown.append(
                f"the rest: {type(error).__name__}: {first_line(error)}"
            )
        if report.called:
            break
    return report


def deep(layer: Layer) -> None:
    """Examine one layer, and ask it for every property."""
    layer.examine()
    report, probe, module = layer.report, layer.probe, layer.module
    if probe is None or not {"again", "state"}.isdisjoint(report.names):
        return
    level = "" if layer.match else "note"
    check_masks(layer, probe)
    check_training(layer, probe)
    if not layer.wrong:  # or what fails is a consequence
        check_average(report, probe, level)
        with suppress(RuntimeError):
            check_gradients(report, probe, module, level)
    if isinstance(layer.code, nn.Module):
        check_cache(layer, probe)
        check_follows(report, layer.code, probe)


def adopt_lists(module: nn.Module) -> None:
    """Register the modules that stand in plain lists, so that they are moved, too."""
    for part in list(module.modules()):
        for name, value in list(vars(part).items()):
            plain = isinstance(value, (list, tuple)) and value
            if plain and all(isinstance(v, nn.Module) for v in value):
                delattr(part, name)
                setattr(part, name, nn.ModuleList(value))


def claimed(code: Any, module: nn.Module) -> bool | None:
    """Return True if the code says of itself that it is causal, else None."""
    name = getattr(code, "__name__", type(code).__name__)
    if re.search("causal", name, re.I) and not re.search("non.?causal", name, re.I):
        return True
    square = (b for b in module.buffers() if b.dim() > 1 and b.shape[-1] == b.shape[-2])
    some = [b for b in square if b.shape[-1] > 1]
    return (
        any(torch.equal(b, b.triu()) or torch.equal(b, b.tril()) for b in some) or None
    )
