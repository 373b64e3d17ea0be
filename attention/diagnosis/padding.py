"""Whether a text gives the same numbers when it is padded."""

import re
from contextlib import suppress

import torch
from torch import Tensor, nn

from attention.diagnosis.call import MASKS, MEANINGS
from attention.diagnosis.numbers import distance
from attention.diagnosis.probe import Probe
from attention.diagnosis.report import Report
from attention.diagnosis.said import written


def check_padding(
    report: Report, probe: Probe, module: nn.Module, masks: dict[str, tuple[str, str]]
) -> None:
    """Compare texts with the same texts and two tokens more that are padding.

    Padding is what a mask hides, or the id with which the code compares its ids. It may
    stand at the end, or at the beginning.

    Args:
        report: Where findings go.
        probe: How the code is called.
        module: The module that holds its matrices.
        masks: The form and the meaning of masks, by the names of their arguments.
    """
    text, call = probe.streams[0], probe.call
    b, n = text.shape[:2]
    pad = None if text.is_floating_point() else pad_id(probe, module)
    masks = {k: v for k, v in masks.items() if "tokens, tokens" not in v[0]}
    if len(probe.streams) > 1 or n < 4 or not (masks or pad is not None):
        return

    def run(some: Tensor, real: Tensor) -> Tensor:
        """Return what texts give of which these tokens are real."""
        every = real.expand(b, len(real), len(real))
        if pad is not None:
            some = torch.where(real, some, pad)
        given = {
            k: real.sum().expand(b)
            if form == "(batch,)"
            else MASKS[form](MEANINGS[meaning](every))
            for k, (form, meaning) in masks.items()
        }
        return call(some, **given)

    with suppress(Exception):  # the reader's code may refuse such an input
        at, apart = torch.arange(n), list[float]()
        want = run(text[:, 2:], torch.ones(n - 2).bool())
        for real in (at < n - 2, at > 1):
            moved = torch.empty_like(text)
            moved[:, real], moved[:, ~real] = text[:, 2:], text[:, :2]
            out = run(moved, real)
            if not probe.aligned and out.shape != want.shape:
                return  # what a text gives grows with it
            apart.append(distance(out[:, real] if probe.aligned else out, want))
        kinds = " ".join(type(m).__name__ for m in module.modules())
        level = "note" if re.search("Conv[123]d|RNN|GRU|LSTM", kinds) else ""
        report.check(
            "padding changes nothing", min(apart) < 1e-5, "padded", level=level
        )


def pad_id(probe: Probe, module: nn.Module) -> int | None:
    """Return the id of padding with which code compares ids, if it does.

    The line that compares speaks of padding, or it is 0, and the class speaks of it.
    """
    classes = "".join(written(m)[0] for m in module.modules())
    for step in probe.trace.steps:
        value = step.args[1] if len(step.args) == 2 else None
        if step.name in ("eq", "ne", "gt") and type(value) is int:
            ids = torch.equal(step.args[0].flatten(), probe.streams[0].flatten())
            said = step.said + classes * (value == 0)
            if ids and re.search("pad|relleno|füll|remplissage", said, re.I):
                return value
    return None
