"""Norms that a reader wrote: each is asked alone."""

import re
from contextlib import suppress

import torch
from torch import nn

from attention.diagnosis.copies import is_norm
from attention.diagnosis.numbers import distance
from attention.diagnosis.report import Report

TOKENS = 5


def check_norms(report: Report, module: nn.Module) -> None:
    """Ask whether norms run over features, and undo the size of what they are given.

    Args:
        report: Where findings go.
        module: The module that holds them.
    """
    for part in module.modules():
        name = type(part).__name__
        usual = re.search(r"^(layer|rms)_?norm|^ln\d*$", name, re.I)
        width = max((p.numel() for p in part.parameters()), default=0)
        own = type(part).__module__[:5] != "torch" and is_norm(part) and usual
        if not own or width in (0, TOKENS):
            continue
        x = torch.randn(2, TOKENS, width)
        with suppress(Exception):  # it may take another shape
            out, larger, other = part(x), part(4 * x), x.clone()
            other[:, 0] = torch.randn(2, width)
            if out.shape != x.shape:
                continue
            if distance(part(other)[:, 1:], out[:, 1:]) > 1e-6:
                report.add("norm=tokens", f"by {name}")
            elif distance(larger, out) > 0.1:
                report.add("norm=scale", f"by {name}")
