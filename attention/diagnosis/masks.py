"""What a mask that is given means to a layer, and whether it is used in a right way."""

import itertools
from contextlib import suppress

import torch

from attention.diagnosis.adapter import MASKS, MEANINGS
from attention.diagnosis.algebra import attempt, distance, reference
from attention.diagnosis.catalogue import FLIPS
from attention.diagnosis.layer import Probe
from attention.diagnosis.report import Report
from attention.diagnosis.search import Match


def check_mask(report: Report, probe: Probe, match: Match) -> None:
    """Find the form and the meaning of a mask, or the mistake in its use.

    Args:
        report: Where facts and findings go.
        probe: How the layer is called.
        match: What the layer computes with every key allowed.
    """
    call, streams = probe.call, probe.streams
    if call.mask is None or match.switches.get("mask") != "none":
        return
    b, n, m = *probe.out.shape[:2], streams[-1].shape[1]
    draws = torch.rand(b, n, m, generator=torch.Generator().manual_seed(2)) > 0.4
    draws[:, :, 0] = True
    shapes = [f for f in MASKS if not call.opened or f == call.opened[0]]
    wrong, ignored = None, False
    for form, (meaning, make) in itertools.product(shapes, MEANINGS.items()):
        given = MASKS[form](draws)
        if "tokens, tokens" not in form:
            allow = given.reshape(b, 1, m).expand(b, n, m)
        else:
            allow = given.reshape(-1, n, m).expand(b, n, m)
        with suppress(Exception):
            out = call(*streams, mask=make(given))
            if ignored := distance(out, probe.out) < 1e-9:
                continue
            base = match.switches | {"allow": allow[:, None]}

            def fits(kind: str, out=out, base=base) -> bool:  # type: ignore[no-untyped-def]
                made = attempt(
                    lambda s: reference(match.weights, call.inputs(streams), s),
                    base | {"mask": kind},
                )
                return distance(made, out) < 2e-6

            if fits("given"):
                report.facts.append(f"{call.mask}: {form}, {meaning}")
                return
            wrong = wrong or next(
                (
                    f
                    for f in FLIPS
                    if f.key.startswith("mask=")
                    and f.key[5:] in USES
                    and fits(f.key[5:])
                ),
                None,
            )
    if wrong:
        report.add(wrong.key, f"of {call.mask}", probe.trace.line("mask"), "MISTAKE")
    elif ignored:
        report.add("mask", call.mask)
    else:
        report.unknown.append(f"what {call.mask} does")


USES = (
    "added",
    "subtracted",
    "times",
    "positive",
    "weights",
    "after",
    "after-finite",
    "renorm",
)
