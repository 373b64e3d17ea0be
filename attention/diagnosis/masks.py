"""What a mask that is given means to a layer, and whether it is used in a right way."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor

from attention.diagnosis.adapter import MASKS, MEANINGS, arguments, kind_of
from attention.diagnosis.algebra import allowed, distance
from attention.diagnosis.layer import Layer
from attention.diagnosis.probe import Probe

USES = "added subtracted times positive weights after after-finite renorm"
GIVEN = "given", "given-finite", "given-zero"
SAYS = {  # what is said of a mask, and the meaning that contradicts it
    "keep|allow|valid|visible|attend|real|word": "blocked",
    "pad|block|ignore|hid|forbid": "may attend",
}
DENIED = r"\b(not?|un\w+|non|never|without|False|0)\b|n't"


def contradicts(text: str, meaning: str) -> bool:
    """Return whether words say the opposite of what True means to a mask."""
    said = [w for w in SAYS if re.search(w, text, re.I)]
    denied = re.search(DENIED, text, re.I)
    return len(said) == 1 and not denied and SAYS[said[0]] in meaning


def check_meaning(layer: Layer, name: str, meaning: str) -> None:
    """Compare what True means to a mask with its docstring, or else with its name."""
    code = layer.code
    texts = (code.__doc__, getattr(getattr(code, "forward", None), "__doc__", ""))
    stated = rf"\b{name}\b[^.\n]*?\b(?:True|1)\b([^.,;(\n]*)"
    said = re.search(stated, "\n".join(filter(None, texts)))
    if said and contradicts(said[1], meaning):
        layer.report.add("pad-name", meaning)
    elif not said and contradicts(name.replace("attention_mask", ""), meaning):
        layer.report.add("pad-often", f"{name}: {meaning}")


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


def check_masks(layer: Layer, probe: Probe) -> None:
    """Find what each mask means; that one is not used may be meant, if another is."""
    check = check_mask if layer.match else check_hidden  # not of a whole model
    used = {name: check(layer, probe, name) for name in probe.call.masks}
    for name in (k for k, changes in used.items() if changes is False):
        taken = arguments(layer.code)
        flags = any(p.default is False and kind_of(p.name) == "flag" for p in taken)
        meant = flags or True in used.values() or not re.search("mask|pad", name)
        layer.report.add("mask", name, level="note" if meant else "")


def check_hidden(layer: Layer, probe: Probe, name: str) -> bool | None:
    """Hide two tokens of a block or model, and look at which tokens are still read.

    Returns:
        Whether the mask changes anything; None if it cannot be given.
    """
    n, m, changed = probe.out.shape[1], probe.streams[-1].shape[1], None
    draws = torch.ones(len(probe.out), n, m, dtype=torch.bool)
    draws[:, :, :2] = False
    for form, meaning, value, _, key in forms(name, draws):
        try:
            given = partial(probe.call, **{name: value})
            same = distance(given(*probe.streams), probe.out) < 1e-5
            reads = probe.dependency(given) & ~torch.eye(n, m, dtype=torch.bool)
        except Exception:  # whatever the reader's code raises: it takes no such mask
            continue
        changed = changed or not same
        if not same and not key and reads[2:, 2:].any() and not reads[2:, :2].any():
            layer.report.facts.append(f"{name}: {form}, {meaning}")
            check_meaning(layer, name, meaning)
            return True
    if changed:
        layer.report.unknown.append(f"what {name} does")
    return changed


def check_mask(layer: Layer, probe: Probe, name: str) -> bool | None:
    """Find the form and the meaning of a mask, or the mistake in its use.

    Returns:
        Whether the mask changes anything; None if that is not known.
    """
    match, report, call = layer.match, layer.report, probe.call
    rule = match.switches["mask"] if match else ""
    if not match or not re.match("none|causal|window", rule):
        return None
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
        except Exception:  # whatever the reader's code raises: it takes no such mask
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
            check_meaning(layer, name, meaning)
            return True
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
    meant = wrong == "joined" and re.search("prefix|global|visible|image", name)
    if wrong == "pad" and re.match("q_|query", name):
        report.facts.append(f"{name}: of queries")
    elif wrong:
        detail, level = f"the argument {name}", "note" if meant else "MISTAKE"
        report.add(wrong, detail, probe.trace.line("mask"), level)
    elif mixed:
        report.add("batch", f"by {name}")
    elif changed:
        report.unknown.append(f"what {name} does")
    return changed if tried else None
