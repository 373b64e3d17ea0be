"""What a mask that is given means to a layer, and whether it is used in a right way."""

import itertools
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch import Tensor

from attention.diagnosis.algebra import Switches, allowed, distance
from attention.diagnosis.call import MASKS, MEANINGS, arguments, kind_of
from attention.diagnosis.probe import Probe
from attention.diagnosis.report import Report
from attention.diagnosis.search import Match, Target
from attention.diagnosis.trace import Trace

USES = "added subtracted times positive weights after after-finite renorm"
GIVEN = "given", "given-finite", "given-zero"
SAYS = {  # what is said of a mask, and the meaning that contradicts it
    "keep|allow|valid|visible|attend|real|word": "blocked",
    "pad|block|ignore|hid|forbid": "may attend",
}
DENIED = r"\b(not?|un\w+|non|never|without|False|0)\b|n't"


def check_masks(report: Report, probe: Probe, match: Match | None, code: Any) -> None:
    """Find what each mask means, or the mistake in its use.

    That a mask changes nothing is a mistake if the layer takes no other mask that does,
    and a note if the layer was not recognised: then it may be given in a wrong way.
    """
    lengths = [p.name for p in arguments(code) if kind_of(p.name) == "lengths"]
    masks = [*probe.call.masks, *lengths]
    used = {name: check_mask(report, probe, match, name) for name in masks}
    for name in (k for k, changes in used.items() if changes is False):
        meant = match is None or any(used.values())
        report.add("mask", name, level="note" if meant else "")
    report.unknown += [f"what {k} does" for k in lengths if used[k] is None]
    for name, meaning in ((k, v) for k, v in used.items() if isinstance(v, str)):
        check_meaning(report, code, name, meaning)


def check_meaning(report: Report, code: Any, name: str, meaning: str) -> None:
    """Compare what True means to a mask with its docstring, or else with its name."""
    texts = (code.__doc__, getattr(getattr(code, "forward", None), "__doc__", ""))
    stated = rf"\b{name}\b[^.\n]*?\b(?:True|1)\b([^.,;(\n]*)"
    said = re.search(stated, "\n".join(filter(None, texts)))
    text = said[1] if said else name.replace("attention_mask", "")
    kinds = [w for w in SAYS if re.search(w, text, re.I)]
    if len(kinds) == 1 and not re.search(DENIED, text) and SAYS[kinds[0]] in meaning:
        by = "" if said else f"by the name {name} alone; "
        report.add("pad-name", by + meaning, level="" if said else "note")


def readings(
    name: str, draws: Tensor, own: Tensor, rule: str
) -> Iterator[tuple[str, str, Any, dict[str, list[Switches]]]]:
    """Yield what may be given for a mask, and what a layer may then compute.

    Args:
        name: The argument's name: it may take the numbers of tokens.
        draws: A random mask (texts, queries, keys) of True and False.
        own: What the layer allows without it.
        rule: The name of that.

    Yields:
        The form and the meaning, the value, and the switches of each use by its key:
        "" is right.
    """
    b, n, m = draws.shape
    made: list[tuple[str, str, Tensor, Tensor]] = []
    for form, (meaning, make) in itertools.product(MASKS, MEANINGS.items()):
        given = MASKS[form](draws)
        made.append((form, meaning, given, make(given)))
    if kind_of(name) == "lengths":
        sizes = torch.arange(m - 1, m - 1 - b, -1).clamp(min=1)
        few = torch.arange(m) < sizes[:, None, None]
        made = [("(batch,)", "the number of tokens", few, sizes)]
    for form, meaning, given, value in made:
        allow = given.reshape(-1, 1, n if "tokens, tokens" in form else 1, m)
        ways = {
            "": [{"mask": g, "allow": a} for a in (allow & own, allow) for g in GIVEN]
        }
        if n == m and allow.shape[2] == 1:
            ways["pad"] = [{"mask": g, "allow": allow.mT & own} for g in GIVEN]
        if rule != "none":
            ways["joined"] = [{"mask": "given", "allow": allow | own}]
        ways |= {f"mask={u}": [{"mask": u, "allow": allow & own}] for u in USES.split()}
        yield form, meaning, value, ways


def fills(trace: Trace) -> int:
    """Return how often something was filled by a mask."""
    return [name for name, *_ in trace.seen].count("masked_fill")


def check_mask(
    report: Report, probe: Probe, match: Match | None, name: str
) -> str | bool | None:
    """Find the form and the meaning of a mask, or the mistake in its use.

    Returns:
        The meaning; else whether the mask changes anything, or None if it was refused.
    """
    rule, call = match.switches["mask"] if match else "none", probe.call
    b, n, m = *probe.out.shape[:2], probe.streams[-1].shape[1]
    draws = torch.rand(b, n, m, generator=torch.Generator().manual_seed(2)) > 0.4
    draws[:, :, 0] = True
    ones = torch.ones(n, m, dtype=torch.bool)
    if match is None:  # of a block: hide two tokens, and look at which are still read
        draws = (torch.arange(m) > 1).expand_as(draws)
    if not re.match("none|causal|window", rule):
        return None
    own = ones if rule == "none" else allowed(rule, n, m)
    wrong, changed, mixed, reached, trace = "", None, False, False, probe.trace
    for form, meaning, value, ways in readings(name, draws, own, rule):
        if call.opened and name == call.masks[0] and form != call.opened[0]:
            continue
        try:
            with Trace(n, m) as trace:
                out = call(*probe.streams, **{name: value})
        except Exception:  # whatever the reader's code raises: it takes no such mask
            continue
        if not out.isfinite().any():
            continue
        same = distance(out, probe.out) < 1e-5
        changed = changed or not same
        reached |= fills(trace) > fills(probe.trace)
        if not same and "batch" in form and not mixed:  # the first text keeps its own
            other = torch.cat([value[:1], value[1:].flip(-1)])
            first = call(*probe.streams, **{name: other})[:1]
            mixed = distance(first, out[:1]) > 1e-5
        if match is None and not same and n == m:
            reads = probe.dependency(partial(call, **{name: value}))
            reads = reads.fill_diagonal_(False)
            if reads[2:, 2:].any() and not reads[2:, :2].any():
                report.facts.append(f"{name}: {form}, {meaning}")
                return meaning
        if match is None or same:
            continue
        target = Target(probe, out)
        for key, way in ways.items():
            fits = (target.fits(match.weights, match.switches | s) for s in way)
            if not (key and wrong) and any(fits):
                if not key:
                    report.facts.append(f"{name}: {form}, {meaning}")
                    return meaning
                wrong = key
    if wrong:
        report.add(wrong, f"the argument {name}", probe.trace.line("mask"), "MISTAKE")
    elif mixed:
        report.add("batch", f"by {name}")
    elif changed is False and reached and match is None:
        report.add("mask", name, trace.line("mask"))
    elif changed:
        report.unknown.append(f"what {name} does")
    return changed
