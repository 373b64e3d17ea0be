"""What a mask that is given means to a layer, and whether it is used in a right way."""

import itertools

import torch

from attention.diagnosis.adapter import MASKS, MEANINGS
from attention.diagnosis.algebra import distance
from attention.diagnosis.layer import Layer

USES = "added subtracted times positive weights after after-finite renorm"
GIVEN = "given", "given-finite", "given-zero"


def check_mask(layer: Layer) -> None:
    """Find the form and the meaning of a mask, or the mistake in its use."""
    probe, match, report = layer.probe, layer.match, layer.report
    if not probe or not match or not (name := probe.call.mask):
        return
    if match.switches["mask"] != "none":
        return
    call, target = probe.call, probe.target()
    b, n, m = *probe.out.shape[:2], probe.streams[-1].shape[1]
    draws = torch.rand(b, n, m, generator=torch.Generator().manual_seed(2)) > 0.4
    draws[:, :, 0] = True
    wrong, tried, changed, mixed = None, False, False, False
    for form, (meaning, make) in itertools.product(MASKS, MEANINGS.items()):
        if call.opened and form != call.opened[0]:
            continue
        given = MASKS[form](draws)
        rows = n if "tokens, tokens" in form else 1
        allow = given.reshape(-1, 1, rows, m)
        try:
            target.out = call(*probe.streams, mask=make(given))
        except Exception:
            continue
        tried = True
        if distance(target.out, probe.out) < 1e-5:
            continue
        changed = True
        other = torch.cat([given[:1], ~given[1:] | (torch.arange(m) == 0)])
        if "batch" in form and len(given) == b and not mixed:
            out = call(*probe.streams, mask=make(other))
            mixed = distance(out[:1], target.out[:1]) > 1e-5
        target.close, s = 2e-6, match.switches | {"allow": allow}
        if target.fits(match.weights, s | {"mask": "given"}):
            report.facts.append(f"{name}: {form}, {meaning}")
            if "key_padding" in name and "attend" in meaning:
                report.add("pad-name", meaning)
            return
        for use in () if wrong else USES.split():
            if target.fits(match.weights, s | {"mask": use}):
                wrong = f"mask={use}"
        if rows == 1 and m == n and not wrong:
            turned = s | {"allow": allow.mT}
            if any(target.fits(match.weights, turned | {"mask": g}) for g in GIVEN):
                wrong = "pad"
    if wrong:
        report.add(wrong, f"of {name}", probe.trace.line("mask"), "MISTAKE")
    elif mixed:
        report.add("batch", f"by {name}")
    elif tried and not changed:
        report.add("mask", name)
    else:
        report.unknown.append(f"what {name} does")
