"""What a mask that is given means to a layer, and whether it is used in a right way."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.call import MASKS, MEANINGS, arguments, kind_of
from attention.diagnosis.case import Case
from attention.diagnosis.follow import STREAM, TEXT, Follow
from attention.diagnosis.numbers import distance
from attention.diagnosis.probe import Probe, followed
from attention.diagnosis.reading import readings
from attention.diagnosis.report import Report
from attention.diagnosis.said import said_of, stated
from attention.diagnosis.scoring import mask_line
from attention.diagnosis.step import Step
from attention.diagnosis.weighing import judge_weights

SAYS = {  # what is said of a mask, and the meaning that contradicts it
    r"keep|allow|valid|visible|attend|real|(word|token)s?\W*$": "blocked",
    "pad|block|ignore|hid|forbid": "may attend",
}
WHOLE = (
    r"(?:(?!bool|True)[^\n.;])*?\b(integers?|ints?|int(32|64)|torch\.long|LongTensor)\b"
)
DENIED = r"\b(not?|un\w+|non|never|without|False|0)\b|n't"


def check_masks(
    report: Report, probe: Probe, code: Any, module: nn.Module, trusted: bool
) -> dict[str, tuple[str, str]]:
    """Find what each mask means, or the mistake in its use.

    That a mask changes nothing is a mistake if the layer takes no other mask that does,
    and a note if the layer was not recognised: then it may be given in a wrong way.

    Args:
        report: Where findings go.
        probe: How the code is called.
        code: The code.
        module: The module that holds its matrices.
        trusted: Whether a wrong use is a mistake; else it is a note.

    Returns:
        The form and the meaning of each mask of which they are known, by its name.
    """
    kinds = {p.name: kind_of(p.name) for p in arguments(code) if "type" not in p.name}
    lengths = [name for name in kinds if kinds[name] in ("lengths", "segments")]
    lengths = [name for name in lengths if name not in probe.call.streams]
    masks = [*probe.call.masks, *lengths]
    used, dropped = dict[str, tuple[str, str] | bool | None](), dict[str, str]()
    for name in masks:
        given = report, probe, module, name, said_of(code, name), trusted
        used[name], dropped[name] = check_mask(*given)
    for name in (k for k, changes in used.items() if changes is False):
        sure = report.recognised and not any(used.values())
        line = dropped[name]
        report.add("mask", name, line, level="" if sure or line else "note")
    report.unknown += [f"what {k} does" for k in lengths if used[k] is None]
    known = {k: v for k, v in used.items() if isinstance(v, tuple)}
    for name, (_, meaning) in known.items():
        check_meaning(report, code, name, meaning)
    return known


def check_meaning(report: Report, code: Any, name: str, meaning: str) -> None:
    """Compare what True means to a mask with its docstring, or else with its name."""
    said = stated(said_of(code, name), name)
    text = said or name.replace("attention_mask", "")
    kinds = [w for w in SAYS if re.search(w, text, re.I)]
    if len(kinds) == 1 and not re.search(DENIED, text) and SAYS[kinds[0]] in meaning:
        by = "" if said else f"by the name {name} alone; "
        report.add("pad-name", by + meaning, level="MISTAKE" if said else "note")


def given_masks(name: str, draws: Tensor) -> Iterator[tuple[str, str, Tensor, Any]]:
    """Yield the form of a mask, its meaning, what it allows, and the mask."""
    b, n, m = draws.shape
    if kind_of(name) == "lengths":
        sizes = torch.arange(m - 1, m - 1 - b, -1).clamp(min=1)
        few = torch.arange(m) < sizes[:, None, None]
        yield "(batch,)", "the number of tokens", few.expand(b, n, m), sizes
        return
    if kind_of(name) == "segments":
        parts = 1 + (torch.arange(m) > torch.arange(b)[:, None]).long()
        allow = (parts[:, :, None] == parts[:, None])[:, :n]
        yield "(batch, tokens)", "tokens of one segment meet", allow, parts
        return
    for form, (meaning, make) in itertools.product(MASKS, MEANINGS.items()):
        if n == 1 and form == "(tokens, tokens)":  # one row is taken for that of a text
            continue
        given = MASKS[form](draws)
        rows = n if "tokens, tokens" in form else 1
        yield form, meaning, given.reshape(-1, rows, m).expand(b, n, m), make(given)


def check_mask(
    report: Report,
    probe: Probe,
    module: nn.Module,
    name: str,
    said: str,
    trusted: bool,
) -> tuple[tuple[str, str] | bool | None, str]:
    """Find the form and the meaning of a mask, or the mistake in its use.

    Args:
        report: Where findings go.
        probe: How the code is called.
        module: The module that holds its matrices.
        name: The name of the mask.
        said: What is said of it, and perhaps of other arguments.
        trusted: Whether a wrong use is a mistake; else it is a note.

    Returns:
        The form and the meaning; else whether the mask changes anything, or None if it
        was refused. Beside it the line, if there is one, that fills scores to no
        effect.
    """
    call = probe.call
    b, n, m = *probe.streams[0].shape[:2], probe.streams[-1].shape[1]
    draws = torch.rand(b, n, m, generator=torch.Generator().manual_seed(2)) > 0.4
    draws[:, :, 0] = True
    if n == m:  # a graph's tokens may always read themselves
        draws |= torch.eye(n, dtype=torch.bool)
    own = probe.reads if probe.reads.shape == (n, m) else torch.ones(n, m).bool()
    own = own if re.match("causal|a window", probe.pattern) else torch.ones(n, m).bool()
    ones = bool(stated(said, name))
    whole = re.search(rf"\b{name}\b{WHOLE}", said)
    wrong, changed, mixed, dropped = None, None, False, ""
    for form, meaning, allow, value in sorted(
        given_masks(name, draws), key=lambda given: given[3].dim()
    ):
        if ones and meaning.startswith("added"):  # it is said to be of ones and zeros
            continue
        if whole and value.dtype != torch.long:
            continue
        if call.opened and name == call.masks[0] and form != call.opened[0]:
            continue
        try:
            out, trace = followed(call, probe.streams, module, **{name: value})
        except Exception:  # whatever the reader's code raises: it takes no such mask
            continue
        if whole and trace.flips:
            report.add("mask=not-bool", f"the argument {name}", trace.flips[0])
            return True, dropped
        if not out.isfinite().any():
            continue
        if distance(out, probe.out) < 1e-5:
            changed = changed or False
            dropped = next((s.said for s in dropped_fills(trace)), dropped)
            continue
        changed, rank = True, value.dim()
        if "batch" in form and not mixed:  # the first text keeps its own
            other = torch.cat([value[:1], value[1:].flip(-1)])
            first = call(*probe.streams, **{name: other})[:1]
            mixed = distance(first, out[:1]) > 1e-5
        for key, seen, texts, line in uses(trace, module):
            every = allow if seen.shape[-2] == n else allow[:, :1]
            want, parts = every[texts], torch.arange(len(texts))
            turned = parts % b, parts // max(len(parts) // b, 1) % b
            if seen.equal(want & own) or seen.equal(want):
                # The form of fewest axes is the one that is meant.
                if not key and not (wrong and rank > wrong[2]):
                    report.facts.append(f"{name}: {form}, {meaning}")
                    return (form, meaning), dropped
            elif n == m and "tokens, tokens" not in form and seen.equal(want.mT & own):
                key = "pad"
            elif not own.all() and seen.equal(want | own):
                key = "joined"
            elif any(seen.equal(every[order] & own) for order in turned):
                key = "mask=order"
            elif kind_of(name) == "lengths" and seen.equal(~want):
                safe = any(s.name == "_safe_softmax" for s in trace.steps)
                key = "mask=inverted" + ("-zero" if safe else "-finite")
            else:
                continue
            if key:
                wrong = wrong or (key, line, rank)
    if wrong:
        meant = wrong[0] == "joined" and "prefix" in name
        meant |= wrong[0] == "pad" and bool(re.match("q|tgt|target", name))
        doubt = not trusted and not re.match("pad|mask=inverted", wrong[0])
        level = "note" if meant or doubt else "MISTAKE"
        report.add(wrong[0], f"the argument {name}", wrong[1], level)
    elif mixed:
        report.add("batch", f"by {name}")
    elif changed:
        report.unknown.append(f"what {name} does")
    return changed, dropped


def dropped_fills(trace: Follow) -> list[Step]:
    """Return the steps that fill numbers by a mask, to no effect on the result."""
    used = trace.graph.past(trace.graph.sources(trace.result))
    some = (s for s in trace.steps if s.name == "masked_fill")
    return [s for s in some if not used >> s.number & 1]


def uses(trace: Follow, module: nn.Module) -> Iterator[tuple[str, Tensor, Tensor, str]]:
    """Yield how each attention uses a mask: the mistake, what it allows, and where.

    What it allows is told for each part, whose text is told, too.

    Args:
        trace: A call with the mask.
        module: The module that holds its matrices.
    """
    for r in readings(trace):
        case = Case(r, Report(""), module, masked=True)
        try:
            judge_weights(case, 1.0)
        except (RuntimeError, IndexError, ValueError):
            continue
        key, allow = case.used or ("", None)
        if allow is None and case.hidden is not None:
            allow = ~case.hidden
        if allow is not None and (r.texts >= 0).all():
            texts = r.texts % (STREAM // TEXT)
            yield key and f"mask={key}", allow, texts, mask_line(r)
