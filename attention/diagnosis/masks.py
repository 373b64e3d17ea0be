"""What a mask that is given means to a layer, and whether it is used in a right way."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from attention.diagnosis.adapter import MASKS, MEANINGS, kind_of
from attention.diagnosis.algebra import allowed, distance
from attention.diagnosis.layer import Layer
from attention.diagnosis.probe import Probe

USES = "added subtracted times positive weights after after-finite renorm"
GIVEN = "given", "given-finite", "given-zero"
SAYS = {  # what is said of a mask, and the meaning that contradicts it
    "keep|allow|valid|visible|attend|real": "blocked",
    "pad|block|ignore|hid|forbid": "may attend",
}


def described(code: Any, name: str) -> str:
    """Return a mask's name, or what a docstring says of its True."""
    texts = (code.__doc__, getattr(getattr(code, "forward", None), "__doc__", ""))
    said = re.search(
        rf"\b{name}\b[^.]*?\bTrue\b[^.,;]*", "; ".join(filter(None, texts))
    )
    return said[0].partition("True")[2] if said else name.replace("attention_mask", "")


def forms(name: str, draws: Tensor) -> Iterator[tuple[str, str, Any, Tensor, str]]:
    """Yield what may be given for a mask: form, meaning, value, what it allows, wrong.

    Args:
        name: The argument's name.
        draws: A random mask (texts, queries, keys) of True and False.
    """
    b, n, m = draws.shape
    if kind_of(name) == "lengths":
        lengths = torch.arange(m - 2, m - 2 - b, -1).clamp(min=1)
        for more, key in ((0, ""), (1, "length-off"), (-1, "length-off")):
            allow = torch.arange(m) < lengths[:, None, None, None] + more
            yield "(batch,)", "the number of tokens", lengths, allow, key
        return
    for form, (meaning, make) in itertools.product(MASKS, MEANINGS.items()):
        given = MASKS[form](draws)
        rows = n if "tokens, tokens" in form else 1
        yield form, meaning, make(given), given.reshape(-1, 1, rows, m), ""


def check_mask(layer: Layer, probe: Probe, name: str) -> None:
    """Find the form and the meaning of a mask, or the mistake in its use."""
    match, report, call = layer.match, layer.report, probe.call
    rule = match.switches["mask"] if match else ""
    if not match or not re.match("none|causal|window", rule):
        return
    target = probe.target()
    target.close = 2e-6
    b, n, m = *probe.out.shape[:2], probe.streams[-1].shape[1]
    draws = torch.rand(b, n, m, generator=torch.Generator().manual_seed(2)) > 0.4
    draws[:, :, 0] = True
    own = allowed(rule, n, m) if rule != "none" else torch.ones(n, m, dtype=torch.bool)
    wrong, tried, changed, mixed = "", False, False, False
    for form, meaning, value, allow, key in forms(name, draws):
        if call.opened and name == call.masks[0] and form != call.opened[0]:
            continue
        try:
            target.out = call(*probe.streams, **{name: value})
        except Exception:
            continue
        tried = True
        if distance(target.out, probe.out) < 1e-5:
            continue
        changed = True
        if "batch" in form and len(value) == b and not mixed and not key:
            other = torch.cat([value[:1], value[1:].flip(-1)])
            out = call(*probe.streams, **{name: other})
            mixed = distance(out[:1], target.out[:1]) > 1e-5
        s = match.switches | {"allow": allow & own}
        rules = [{"mask": g, "allow": a} for a in (allow & own, allow) for g in GIVEN]
        if any(target.fits(match.weights, s | given) for given in rules):
            report.facts.append(f"{name}: {form}, {meaning}")
            if key:
                report.add(key)
            said = [w for w in SAYS if re.search(w, described(layer.code, name), re.I)]
            if len(said) == 1 and SAYS[said[0]] in meaning:
                report.add("pad-name", meaning)
            return
        uses = [f"mask={use}" for use in USES.split()] if not wrong and not key else []
        ways = {use: {"mask": use[5:]} for use in uses}
        if rule != "none":
            ways |= {"joined": {"mask": "given", "allow": allow | own}}
        if n == m and allow.shape[2] == 1:
            turned = s | {"allow": allow.mT & own}
            some = [target.fits(match.weights, turned | {"mask": g}) for g in GIVEN]
            wrong = wrong or "pad" * any(some)
        if allow.shape[2] == 1 and not wrong:
            kept = allow[:, 0, 0, :, None]
            inputs = [t * kept if t.shape[1] == m else t for t in target.inputs]
            zeroed = replace(target, inputs=tuple(inputs))
            wrong = "zeroed" if zeroed.fits(match.weights, match.switches) else ""
        fits = (k for k, way in ways.items() if target.fits(match.weights, s | way))
        wrong = wrong or next(fits, "")
    if wrong:
        report.add(wrong, f"the argument {name}", probe.trace.line("mask"), "MISTAKE")
    elif mixed:
        report.add("batch", f"by {name}")
    elif tried and not changed:
        report.add("mask", name)
    else:
        report.unknown.append(f"what {name} does")
