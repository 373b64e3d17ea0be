"""What must hold of attention code, whatever it computes: asked from outside."""

import itertools
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import torch
from torch import Tensor, nn

from attention.diagnosis.adapter import arguments
from attention.diagnosis.algebra import distance
from attention.diagnosis.conventions import is_norm
from attention.diagnosis.copies import copied
from attention.diagnosis.probe import Probe
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.weights import collect, role

Run = Callable[..., Tensor]
FOLLOWS = [  # how a copy is moved, and what it says if something does not follow
    ("another device", torch.float64, "meta", {"device": "device.*meta|meta.*device"}),
    (
        *("float16", torch.float16, "cpu"),
        {"half": "overflow|not finite", "dtype": "dtype|scalar type|same type"},
    ),
]


def smallest(fails: Callable[[int, int], bool], texts: int, tokens: int) -> str:
    """Return the smallest input that breaks a property, in words.

    Args:
        fails: Whether it is broken for a number of texts and of tokens.
        texts: The largest number of texts to try.
        tokens: The largest number of tokens to try.
    """
    for n, b in itertools.product(range(1, tokens + 1), range(1, texts + 1)):
        with suppress(Exception):
            if fails(b, n):
                return f"seen with {b} text(s) of {n} token(s)"
    return ""


def check_repeats(report: Report, probe: Probe) -> bool:
    """Ask whether two calls agree, and whether others between them matter.

    Returns:
        Whether they agree. If not, chance is told from memory by equal seeds.
    """
    call, kept = probe.call, [t.clone() for t in probe.streams]
    out, names = call(*probe.streams), dir(call.fn)
    level = "note" if any(re.match("reset|clear", name) for name in names) else ""

    def seeded() -> Tensor:
        torch.manual_seed(0)
        return call(*(t.clone() for t in kept))

    if distance(call(*kept), out) >= 1e-6:
        again = distance(seeded(), seeded()) < 1e-6
        report.add("again" if again else "state", level="" if again else level)
        return False
    report.passed.append("same twice")
    with suppress(Exception):
        call(*(t[:, :-1] for t in probe.fresh))
        call(*(t[:1] for t in probe.fresh))
    report.check("no memory", distance(call(*kept), out) < 1e-6, "state", "", level)
    return True


def check_average(report: Report, probe: Probe, level: str) -> None:
    """Ask whether equal tokens give what one token gives, and large scores no nan."""
    call, streams = probe.call, probe.streams
    same = [t[:, :1].expand(-1, t.shape[1], -1).clone() for t in streams]
    with suppress(Exception):
        one = call(*(t[:, :1] for t in same))

        def fails(b: int, n: int) -> bool:
            out = call(*(t[:b, :n] for t in same))
            return distance(out, one[:b].expand(-1, n, -1)) > 1e-5

        broken = one.isfinite().all() and fails(*same[0].shape[:2])
        detail = smallest(fails, *same[0].shape[:2]) if broken else ""
        report.check("equal tokens, one output", not broken, "average", detail, level)
    with suppress(Exception):
        out, large = call(*streams), call(*(t * 300 for t in streams))
        finite = bool(large.isfinite().all()) or not bool(out.isfinite().all())
        report.check("large scores", finite, "overflow", level=level)


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
        missing, idle = list(names), False
        if outs:
            parts = [(t.nan_to_num() * torch.randn_like(t)).sum() for t in outs]
            loss, wanted = torch.stack(parts).sum(), list(names.values())
            grads = torch.autograd.grad(loss, wanted, allow_unused=True)
            missing = [k for k, g in zip(names, grads, strict=True) if g is None]
            for (k, p), g in zip(names.items(), grads, strict=True):
                if g is not None and p.dim() == 2 and role(k) == "qkv":
                    dead = g.abs().amax(-1) < 1e-12 * g.abs().max()
                    missing += [f"{int(dead.sum())} rows of {k}"] if dead.any() else []
                    idle |= bool(dead.any())  # queries, keys or values
        more = len(arguments(module)) > len(probe.call.streams + probe.call.masks)
        # An argument that was not given may use it, or it is for inference alone.
        level = "" if idle else "note" if more or not outs else level
        said = ", ".join(missing[:4])
        report.check("a gradient for all", not missing, "gradient", said, level)
        module.requires_grad_(False)
        complete = not probe.call(*probe.streams).requires_grad
        report.check("parameters() is complete", complete, "hidden")
        for p in names.values():
            p.requires_grad_(True)


def check_registered(report: Report, module: nn.Module) -> None:
    """Look for modules in plain lists or in several places, and for equal matrices."""
    for part in module.modules():
        if isinstance(part, (nn.ModuleList, nn.Sequential)):
            several, some = list(part), any(True for _ in part.parameters())
            count = len({id(m) for m in several})
            if some and count < len(several):
                layers = any(map(is_norm, part.modules()))  # may share their weights
                detail = f"{len(several)} entries, {count} distinct"
                report.add("shared", detail, level="note" if layers else "")
        for name, value in vars(part).items():
            plain = isinstance(value, (list, tuple))
            if plain and any(isinstance(v, nn.Module) for v in value):
                report.add("hidden", f"{name} is a plain {type(value).__name__}")
    found = [
        (m.name, t) for m in collect(module) for t in m.parts if m.role in list("qkv")
    ]
    for (a, t), (b, u) in itertools.combinations(found, 2):
        if t is not u and torch.equal(t, u) and is_drawn(t):
            report.add("equal", f"{a}, {b}")
    tables = [m.weight for m in module.modules() if isinstance(m, nn.Embedding)]
    for t, p in itertools.product(tables, module.parameters()):
        if p is not t and torch.equal(p, t) and is_drawn(t):
            report.add("tied")


def is_drawn(t: Tensor) -> bool:
    """Return whether numbers look drawn, and not set: all 0, or 1 on the diagonal."""
    return len(t.unique()) > 2


def rate_of(module: nn.Module) -> float:
    """Return the largest rate of dropout that a module declares itself."""
    rates = [m.p for m in module.modules() if isinstance(m, nn.Dropout)]
    own = [(k, v) for m in module.modules() for k, v in vars(m).items()]
    rates += [v for k, v in own if "drop" in k and isinstance(v, float)]
    return max([*rates, 0.0])


def check_follows(report: Report, module: nn.Module, probe: Probe) -> None:
    """Run copies on the meta device and in half precision: what does not follow raises.

    Args:
        report: Where findings go.
        module: The layer.
        probe: How it is called.
    """
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float32)
    loose = any(
        isinstance(v, Tensor) for m in module.modules() for v in vars(m).values()
    )
    for said, dtype, device, kinds in FOLLOWS:
        given = [t.to(device) for t in probe.streams]
        given = [t.to(dtype) if t.is_floating_point() else t for t in given]
        text = ""
        try:
            work = copied(module)[0].to(device, dtype)
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
                report.add("made" if key == "device" and not loose else key, text)
    torch.set_default_dtype(before)
