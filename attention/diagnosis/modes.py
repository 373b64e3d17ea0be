"""Training against evaluation: dropout, and what a mask does in each."""

import itertools
import re
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.algebra import distance, reference
from attention.diagnosis.layer import Layer
from attention.diagnosis.probe import Probe, pattern_of
from attention.diagnosis.properties import rate_of
from attention.diagnosis.report import first_line
from attention.diagnosis.search import Match


def check_training(layer: Layer, probe: Probe) -> None:
    """Ask what training mode changes: dropout, and nothing else."""
    report, match = layer.report, layer.match

    def seeded(*streams: Tensor, seed: int = 0) -> Tensor:
        torch.manual_seed(seed)
        return probe.call(*streams)

    layer.module.train()
    try:
        train, rate = seeded(*probe.streams), rate_of(layer.module)
        pattern = pattern_of(probe.dependency(seeded))
        said = f"in evaluation: {probe.pattern}; in training: {pattern}"
        if pattern != probe.pattern and not re.search("another pattern|nothing", said):
            report.add("eval", said)
        if rate > 0 and distance(seeded(*probe.streams, seed=1), train) < 1e-6:
            parts = any(isinstance(m, nn.Dropout) for m in layer.module.modules())
            report.add("drop", f"p = {rate:g}", level="" if parts else "note")
        elif rate > 0 and match and not layer.wrong:
            report.check(*place_dropout(probe, match, train, rate))
    except Exception as error:
        report.unknown.append(f"training mode: {first_line(error)}")
    finally:
        layer.module.eval()


def place_dropout(
    probe: Probe, match: Match, train: Tensor, rate: float
) -> tuple[str, bool, str]:
    """Return where dropout acts, by the same draws at each place of the reference.

    Raises:
        LookupError: If no place gives the numbers of training.
    """

    def drop(t: Tensor) -> Tensor:
        return torch.dropout(t, rate, True)

    def each(t: Tensor) -> Tensor:
        return torch.stack([drop(t[:, i]) for i in range(t.shape[1])], dim=1)

    inputs = probe.call.inputs(probe.streams)
    ends: list[dict[str, Any]] = [{}, {"drop_out": drop}]
    tries = itertools.product(("drop", "drop_scores"), (drop, each), ends)
    for place, way, end in tries:
        for places in (end, {place: way} | end):
            torch.manual_seed(0)
            with suppress(RuntimeError):
                out = reference(match.weights, inputs, match.switches | places)
                if distance(out, train) < 1e-6:
                    return "dropout where it belongs", place == "drop", "drop-scores"
    raise LookupError("where dropout acts is not clear")
