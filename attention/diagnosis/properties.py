"""What must hold of attention code, whatever it computes: asked from outside."""

import itertools
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

import torch
from torch import Tensor, nn

from attention.diagnosis.call import Call, Streams, arguments, kind_of
from attention.diagnosis.copies import copied, is_norm, loose, moved
from attention.diagnosis.names import role
from attention.diagnosis.numbers import close, distance, even
from attention.diagnosis.probe import Probe, followed, pattern_of
from attention.diagnosis.reading import Reading, readings
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.said import repeats_list, says_tied


def averages(call: Call, streams: Streams) -> bool:
    """Return whether equal tokens give what one of them gives alone."""
    one = call(*(t[:, :1].clone() for t in streams))
    out = call(*(t[:, :1].expand_as(t).clone() for t in streams))
    return distance(out, one.expand_as(out)) < 1e-5 or not one.isfinite().all()


def stays_finite(call: Call, streams: Streams) -> bool:
    """Return whether large scores give numbers, if small ones do."""
    large = call(*(300 * t for t in streams))
    return bool(large.isfinite().all()) or not call(*streams).isfinite().all()


ASKED: list[tuple[str, str, Callable[[Call, Streams], bool]]] = [
    ("average", "equal tokens, one output", averages),
    ("overflow", "large scores", stays_finite),
]
# What a copy says if something does not follow it to a device, or to half precision.
META = {"device": "device.*meta|meta.*device"}
HALF = {"half": "overflow|not finite", "dtype": "dtype|scalar type|same type"}
FOLLOWS = [
    ("another device", torch.float64, "meta", META),
    ("float16", torch.float16, "cpu", HALF),
]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 text, 2 tokens."""
    return f"{number} {noun}{'s' * (number != 1)}"


def smallest(probe: Probe, holds: Callable[[Call, Streams], bool]) -> str:
    """Return the size of the smallest input for which a property fails, in words."""
    texts, tokens = probe.streams[0].shape[:2]
    for n, b in itertools.product(range(1, tokens + 1), range(1, texts + 1)):
        with suppress(Exception):  # the reader's code may refuse such an input
            if not holds(probe.call, tuple(t[:b, :n] for t in probe.streams)):
                return f"seen with {counted(b, 'text')} of {counted(n, 'token')}"
    return ""


def check_asked(report: Report, probe: Probe, level: str) -> None:
    """Ask for each property of the table; if one fails, with the smallest input."""
    for key, said, holds in ASKED:
        with suppress(Exception):  # the reader's code may refuse such an input
            if holds(probe.call, probe.streams):
                report.passed.append(said)
            else:
                report.add(key, smallest(probe, holds), level=level)


def check_tiles(report: Report, probe: Probe) -> None:
    """Ask whether tiles of two tokens give what one tile of all gives.

    If they also change which tokens are read, a tile is a window, and may do so.
    """
    few = {k: 2 for k in probe.call.given if kind_of(k) == "tile"}
    if few:
        call = replace(probe.call, given=probe.call.given | few)
        if torch.equal(probe.dependency(call), probe.reads):
            same = distance(call(*probe.streams), probe.out) < 1e-5
            level = "" if report.recognised else "note"  # tiles may be meant
            report.check("tiles of any size", same, "tiles", level=level)


def seeded(call: Call, streams: Iterable[Tensor], seed: int = 0) -> Tensor:
    """Return what a call gives where random numbers start from a seed."""
    torch.manual_seed(seed)
    return call(*streams)


def check_repeats(report: Report, probe: Probe) -> bool:
    """Ask whether two calls agree, and whether others between them matter.

    Returns:
        Whether they agree. If not, chance is told from memory by equal seeds.
    """
    call, kept = probe.call, [t.clone() for t in probe.streams]
    out = call(*probe.streams)
    resets = any(re.match("reset|clear", name) for name in dir(call.fn))
    level = "note" if resets else ""
    if distance(call(*kept), out) >= 1e-6:
        if distance(seeded(call, kept), seeded(call, kept)) < 1e-6:
            line = next(iter(probe.trace.chances), "")
            report.add("again", line=line, level="MISTAKE" if line else "")
        else:
            report.add("state", level=level)
        return False
    report.passed.append("same twice")
    with suppress(Exception):
        call(*(t[:, :-1] for t in probe.fresh))
        call(*(t[:1] for t in probe.fresh))
    same = distance(call(*kept), out) < 1e-6
    report.check("no memory", same, "state", level=level)
    return True


def check_gradients(
    report: Report, probe: Probe, module: nn.Module, level: str
) -> None:
    """Ask whether each parameter gets a gradient, and whether all are listed."""
    names = {k: p for k, p in module.named_parameters() if p.requires_grad}
    if not names:
        return
    with torch.enable_grad():
        out = probe.call(*probe.streams)
        outs = [t for t in [out, *probe.call.everything] if t.requires_grad]
        missing = list(names)
        if outs:
            loss = torch.stack([t.sum() for t in outs]).sum()
            grads = torch.autograd.grad(loss, [*names.values()], allow_unused=True)
            missing = [k for k, g in zip(names, grads, strict=True) if g is None]
        more = len(arguments(module)) > len(probe.call.streams + probe.call.masks)
        # An argument that was not given may use it, or it is for inference alone.
        level = "note" if more or not outs else level
        if all(optional(k, names.keys() - {*missing}) for k in missing):
            level = "note"
        said = ", ".join(missing[:4])
        report.check(
            "a gradient for all", not missing, "gradient", detail=said, level=level
        )
        module.requires_grad_(False)
        complete = not probe.call(*probe.streams).requires_grad
        report.check("parameters() is complete", complete, "hidden")
        for p in names.values():
            p.requires_grad_(True)


def optional(name: str, used: Iterable[str]) -> bool:
    """Return whether a parameter is of a part that other layers of its kind use.

    Its own layer is used, too: an encoder's layer may lack what a decoder's needs.
    """
    layer, part = name.rsplit(".", 2)[0], name.split(".")[-2:]
    own = any(k.startswith(f"{layer}.") for k in used)
    return own and any(k.split(".")[-2:] == part for k in used)


def check_registered(report: Report, module: nn.Module) -> None:
    """Look for modules in plain lists or in several places, and for equal matrices.

    What stands in a plain list is registered, so that it is moved, too.
    """
    for part in list(module.modules()):
        if isinstance(part, (nn.ModuleList, nn.Sequential)):
            some, count = any(True for _ in part.parameters()), len({*part})
            if some and count < len(part):
                layers = any(map(is_norm, part.modules()))  # may share their weights
                layers &= not any(map(repeats_list, module.modules()))
                detail = f"{len(part)} entries, {count} distinct"
                report.add("shared", detail, level="note" if layers else "")
        for name, value in list(vars(part).items()):
            plain = isinstance(value, (list, tuple)) and value
            if plain and all(isinstance(v, nn.Module) for v in value):
                report.add("hidden", f"{name} is a plain {type(value).__name__}")
                delattr(part, name)
                setattr(part, name, nn.ModuleList(value))
    made = [(k, p) for k, p in module.named_parameters() if p.dim() > 1]
    tables = {m.weight for m in module.modules() if isinstance(m, nn.Embedding)}
    for (a, t), (b, u) in itertools.combinations(made, 2):
        if torch.equal(t, u) and len(t.unique()) > 2:  # they are drawn
            near = {role(".".join(k.split(".")[-2:])) for k in (a, b)}
            if near <= {"q", "k", "v"}:
                report.add("equal", f"{a}, {b}")
            elif len(tables & {t, u}) == 1 and type(module) is not nn.Module:
                # A function's matrices were copied one by one.
                level = "FAILS" if says_tied(module) else ""
                report.add("copied", b if t in tables else a, level=level)


def check_training(report: Report, probe: Probe, module: nn.Module) -> None:
    """Ask what training changes: dropout, and which tokens read which.

    Args:
        report: Where findings go.
        probe: How the layer is called.
        module: The layer.
    """
    parts = [m for m in module.modules() if isinstance(m, nn.Dropout)]
    own = [v for m in module.modules() for k, v in vars(m).items() if "drop" in k]
    rate = max([m.p for m in parts] + [v for v in own if isinstance(v, float)] + [0.0])
    module.train()
    call, streams = probe.call, probe.streams
    try:
        pattern = pattern_of(probe.dependency(lambda *some: seeded(call, some)))
        said = f"in evaluation: {probe.pattern}; in training: {pattern}"
        if pattern != probe.pattern and not re.search("another pattern|nothing", said):
            report.add("eval", said)
            return
        if not rate:
            return
        if distance(seeded(call, streams), seeded(call, streams, 1)) < 1e-6:
            report.add("drop", f"p = {rate:g}", level="" if parts else "note")
            return
        torch.manual_seed(0)
        _, trace = followed(call, streams, module)
        for line in filter(None, map(dropped_scores, readings(trace))):
            report.add("drop-scores", line=line)
    except Exception as error:
        report.unknown.append(f"training mode: {first_line(error)}")
    finally:
        module.eval()


def dropped_scores(r: Reading) -> str:
    """Return the line that drops scores before the softmax, or nothing."""
    stop = next((s.number for s in r.steps("_softmax")), 0)
    for step in (s for s in r.steps("mul") if s.number < stop):
        before, after = r.before(step), r.after(step)
        if before is not None and after is not None:
            ratio = (after / before)[before.isfinite() & (before != 0)]
            kept = ratio[ratio != 0]
            if 0 < len(kept) < len(ratio) and even(kept) and not close(kept, 1.0):
                return step.said
    return ""


def check_follows(report: Report, module: nn.Module, probe: Probe) -> None:
    """Run copies on the meta device and in half precision: what does not follow raises.

    Args:
        report: Where findings go.
        module: The layer.
        probe: How it is called.
    """
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float32)
    for said, dtype, device, kinds in FOLLOWS:
        given = [t.to(device) for t in probe.streams]
        given = [t.to(dtype) if t.is_floating_point() else t for t in given]
        text = ""
        try:
            work = moved(copied(module)[0], device, dtype)
            out = replace(probe.call, fn=work)(*given)
            if not out.is_meta and not out.isfinite().all():
                text = "the result is not finite"
                if report.mistakes:  # of which this is a consequence
                    continue
        except Exception as error:
            text = first_line(error) or type(error).__name__
        report.passed += [said] * (not text)
        for key, words in kinds.items():
            if text and re.search(words, text):
                made = key == "device" and not loose(module)
                report.add("made" if made else key, text)
    torch.set_default_dtype(before)
