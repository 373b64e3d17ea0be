"""Training against evaluation: dropout, and what a mask does in each."""

from contextlib import suppress

import torch
from torch import Tensor

from attention.diagnosis.algebra import distance, reference
from attention.diagnosis.layer import Layer
from attention.diagnosis.probe import Probe, dependency, pattern_of
from attention.diagnosis.properties import rate_of
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.search import Match


def check_training(layer: Layer) -> None:
    """Ask what training mode changes: dropout, and nothing else."""
    report, module, probe, match = layer.report, layer.module, layer.probe, layer.match
    if probe is None:
        return

    def seeded(*streams: Tensor, seed: int = 0) -> Tensor:
        torch.manual_seed(seed)
        return probe.call(*streams)

    module.train()
    try:
        train = seeded(*probe.streams)
        pattern = pattern_of(dependency(seeded, probe.streams, probe.fresh))
        rate = rate_of(module)
        if rate > 0:
            if distance(seeded(*probe.streams, seed=1), train) < 1e-6:
                report.add("drop", f"p = {rate:g}")
            elif match and not layer.wrong:
                place_dropout(report, probe, match, train, rate)
        known = (
            "another pattern" not in (pattern, probe.pattern)
            and "nothing" not in pattern
        )
        if known and pattern != probe.pattern:
            report.add(
                "eval", f"in evaluation: {probe.pattern}; in training: {pattern}"
            )
    except Exception as error:
        text = first_line(error)
        report.unknown.append(f"training mode: {text}")
    finally:
        module.eval()


def place_dropout(
    report: Report, probe: Probe, match: Match, train: Tensor, rate: float
) -> None:
    """Find where dropout acts, by the same draws at each place of the reference."""

    def drop(t: Tensor) -> Tensor:
        return torch.dropout(t, rate, True)

    def each(t: Tensor) -> Tensor:
        return torch.stack([drop(t[:, i]) for i in range(t.shape[1])], dim=1)

    def equal(**places: object) -> bool:
        torch.manual_seed(0)
        with suppress(RuntimeError):
            inputs = probe.call.inputs(probe.streams)
            return (
                distance(
                    reference(match.weights, inputs, match.switches | places), train
                )
                < 1e-6
            )
        return False

    ends: list[dict[str, object]] = [{}, {"drop_out": drop}]
    ways: list[dict[str, object]] = [
        {"drop": d} | end for d in (drop, each) for end in ends
    ]
    if any(equal(**way) for way in [*ways, ends[1]]):
        report.passed.append("dropout where it belongs")
    elif any(equal(drop_scores=way.pop("drop"), **way) for way in ways):
        report.add("drop-scores", line=probe.trace.line("dropout"))
    else:
        report.unknown.append("where dropout acts")
