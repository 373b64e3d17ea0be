"""One layer: how it is called, what it computes, which mistake gives its numbers."""

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.adapter import Call, Streams, arguments, calls, kind_of
from attention.diagnosis.algebra import Weights, distance
from attention.diagnosis.catalogue import SITE
from attention.diagnosis.copies import attributes
from attention.diagnosis.properties import (
    check_in_place,
    check_repeats,
    dependency,
    pattern_of,
)
from attention.diagnosis.report import Report
from attention.diagnosis.search import (
    Match,
    Target,
    conventions,
    exact,
    fitted_scale,
    search,
)
from attention.diagnosis.trace import Trace
from attention.diagnosis.weights import Matrix, collect, told_heads, weight_sets

ERRORS = {
    r"size of tensor a .* must match": "mistakes/shapes/#t-on-a-batch",
    r"view size is not compatible": "mistakes/shapes/#view-after-transpose",
    r"mat1 and mat2 shapes": "mistakes/shapes/#d_out-for-one-head-or-for-all",
    r"dtype": "mistakes/devices/#one-part-in-half-precision",
    r"device": "mistakes/devices/#the-mask-that-stays-on-the-cpu",
    r"index out of range": "mistakes/shapes/#an-id-outside-the-table",
    r"divisible": "mistakes/shapes/#a-width-that-does-not-divide",
}


@dataclass
class Probe:
    """A way of calling a layer that works, and what it gave.

    Attributes:
        call: The way.
        streams: The inputs, each (texts, tokens, features).
        fresh: Other inputs of these shapes.
        out: The output.
        pattern: Which output changes with which token, in words.
        dependency: The same as a matrix.
        trace: Where the code called which function.
        alone: Whether a text's output depends on that text alone.
    """

    call: Call
    streams: Streams
    fresh: Streams
    out: Tensor
    trace: Trace
    pattern: str = ""
    dependency: Tensor | None = None
    alone: bool = True

    def observe(self) -> None:
        """See which output depends on which token, and on which text."""
        self.dependency = dependency(self.call, self.streams, self.fresh)
        self.pattern = pattern_of(self.dependency)
        mixed = [
            torch.cat([t[:1], f[1:]])
            for t, f in zip(self.streams, self.fresh, strict=True)
        ]
        self.alone = distance(self.call(*mixed)[:1], self.out[:1]) < 1e-9


def draw(
    call: Call, b: int, n: int, m: int, width: int, context: int
) -> tuple[Streams, Streams]:
    """Return two sets of random sequences for a way of calling."""
    g = torch.Generator().manual_seed(5)
    sizes = [(b, n, width)] + [(b, m, context)] * (len(call.streams) - 1)
    made = [
        tuple(
            torch.randn(*size, generator=g, dtype=torch.float64).to(
                torch.get_default_dtype()
            )
            for size in sizes
        )
        for _ in range(2)
    ]
    return made[0], made[1]


def try_call(call: Call, b: int, n: int, m: int, width: int, context: int) -> Probe:
    """Return what a way of calling gives, or raise what the code raises."""
    streams, fresh = draw(call, b, n, m, width, context)
    trace = Trace(n, m)
    with trace:
        out = call(*streams)
    if out.shape[:2] != (b, n) or out.dim() != 3:
        raise ValueError(f"the output has the shape {tuple(out.shape)}")
    probe = Probe(call, streams, fresh, out, trace)
    probe.observe()
    return probe


def lengths(module: nn.Module | None) -> list[tuple[int, int]]:
    """Return the numbers of tokens to try, of queries and of the other sequence."""
    square = (
        [
            b.shape[-1]
            for b in module.buffers()
            if b.dim() > 1 and b.shape[-1] == b.shape[-2]
        ]
        if module
        else []
    )
    return [
        (7, 5),
        (7, 7),
        (5, 5),
        (4, 4),
        (3, 3),
        *((s, s) for s in square[:1] if s > 7),
    ]


def widths_of(module: nn.Module | None, found: list[Matrix]) -> list[tuple[int, int]]:
    """Return the features to try, of the first sequence and of the others."""
    sizes = [s for m in found for s in reversed(m.parts[0].shape)]
    sizes += [v for k, v in attributes(module) if type(v) is int and 3 < v < 4096]
    pairs = [(s, s) for s in sizes]
    by_role = {m.role: m.parts[0].shape for m in found}
    if "q" in by_role and "k" in by_role:
        pairs.append((by_role["q"][-1], by_role["k"][-1]))
        pairs.append((by_role["q"][0], by_role["k"][0]))
    return list(dict.fromkeys(pairs)) or [(24, 24), (6, 6)]


def probes(
    fn: Any,
    module: nn.Module | None,
    found: list[Matrix],
    heads: int,
    errors: list[Exception],
) -> list[Probe]:
    """Return the ways of calling that work, the likeliest first.

    Args:
        fn: The code.
        module: The module that it is or reaches.
        found: The module's matrices.
        heads: The number of heads, where an argument asks it.
        errors: What the code raised is appended.
    """
    made: list[Probe] = []
    three = sum(kind_of(p.name) in "qkv" for p in arguments(fn)) > 2
    forms = (
        ["batch", "one text"]
        if module
        else ["heads", "batch", "one text", "tokens by heads"]
    )
    forms = forms if module or three else ["batch", "one text"]
    for width, context in widths_of(module, found):
        for call in calls(fn, module, width, heads, forms):
            b = 2 if heads == 3 else 3
            for n, m in lengths(module):
                if call.form == "one text" and any(
                    p.call.form == "batch" for p in made
                ):
                    break
                try:
                    made.append(try_call(call, b, n, m, width, context))
                    break
                except Exception as error:
                    errors.append(error)
            if len(made) >= 40:
                return made
        if made:
            return made
    return made


def tokens_first(report: Report, probe: Probe) -> Probe:
    """Return the probe with texts and tokens exchanged, if the code attends along axis 0."""
    if (
        probe.pattern != "no token reads another"
        or probe.alone
        or probe.call.form != "batch"
    ):
        return probe
    probe.call.form = "tokens first"
    b, n, width = probe.streams[0].shape
    return try_call(
        probe.call, b, n, probe.streams[-1].shape[1], width, probe.streams[-1].shape[-1]
    )


@dataclass
class Examined:
    """What is known of a layer after it was examined.

    Attributes:
        probe: How it was called.
        matches: The computations that give its numbers, none if it is not recognised.
        claims: Whether it says itself that it is causal.
    """

    probe: Probe
    matches: list[Match]


def heads_to_try(
    hint: int | None, module: nn.Module | None, probe: Probe, width: int
) -> list[int]:
    """Return how many heads a layer may have, the likeliest first."""
    if hint:
        return [hint]
    told = told_heads(module)
    some = [told] if told else []
    if probe.call.form == "heads" or "heads" in map(kind_of, probe.call.given):
        some.append(
            max(
                probe.call.heads,
                *(v for v in probe.call.given.values() if type(v) is int),
                1,
            )
        )
    some += [h for h in probe.trace.heads if 0 < h <= 64]
    return list(dict.fromkeys(some)) or [
        h for h in (1, 2, 3, 4, 6, 8, 12) if width % h == 0
    ]


def recognise(
    probe: Probe,
    module: nn.Module | None,
    hint: int | None,
    found: list[Matrix],
    number: int,
) -> tuple[list[Match], list[Weights], Target]:
    """Return the computations with a number of mistakes that give a probe's numbers."""
    width = probe.streams[0].shape[-1]
    found = found + probe.call.matrices
    sets = weight_sets(found, width, heads_to_try(hint, module, probe, width))
    inputs = probe.call.inputs(probe.streams)
    single = None
    with suppress(Exception):
        firsts = tuple(t[:, :1].clone() for t in probe.streams)
        single = probe.call.inputs(firsts), probe.call(*firsts)
    close = 2e-6 if probe.trace.narrow else 3e-7
    target = Target(
        inputs, probe.out, single, close if probe.out.dtype == torch.float64 else 1e-4
    )
    matches: list[Match] = []
    placed = order_matters(probe)
    for w in {id(s.heads): s for s in sets}.values() if number else [None]:
        bases = conventions(
            module,
            w or (sets or [Weights({}, 1, 1)])[0],
            probe.out.shape[1],
            width,
            probe.pattern,
            placed,
        )
        if number == 0:
            plain = [b for b in bases if not (b.get("rotary") and b["rotary"].table)]
            return exact(target, sets, plain), sets, target
        own = [b for b in bases if b.get("rotary") and b["rotary"].table]
        some = [s for s in sets if w is None or s.heads == w.heads]
        few = [b for b in bases if b not in own][: 16 if number == 1 else 6]
        matches = (
            exact(target, some, own)
            if number == -1
            else search(target, some, few, number)
        )
        if matches:
            break
    return matches, sets, target


def order_matters(probe: Probe) -> bool:
    """Return whether the last output changes when the tokens before it are exchanged."""
    n = probe.streams[-1].shape[1]
    turned = torch.cat([torch.arange(n - 1).flip(0), torch.tensor([n - 1])])
    moved = list(probe.streams)
    for i in range(1 if len(moved) > 1 else 0, len(moved)):
        moved[i] = moved[i][:, turned]
    new = probe.call(*moved)
    rows = slice(-1, None) if len(moved) == 1 else slice(None)
    return distance(new[:, rows], probe.out[:, rows]) > 1e-6


def best_probe(
    fn: Any, module: nn.Module | None, hint: int | None, report: Report
) -> tuple[Probe | None, list[Match], list[Matrix]]:
    """Return a way of calling, the one under which the layer is right if there is one."""
    found = collect(module) if module else []
    errors: list[Exception] = []
    heads = hint or told_heads(module) or 4
    made = [tokens_first(report, p) for p in probes(fn, module, found, heads, errors)]
    for probe in made:
        matches, _, _ = recognise(probe, module, hint, found, 0)
        if matches:
            return probe, matches, found
    if not made:
        why = errors[0] if errors else ValueError("no argument is a sequence")
        page = next(
            (p for k, p in ERRORS.items() if re.search(k, str(why))),
            "mistakes/#an-error-is-raised",
        )
        first = str(why).split("\n")[0][:110]
        report.unknown.append(
            f"how to call it: {type(why).__name__}: {first} ({SITE}{page})"
        )
        return None, [], found
    spread = [p for p in made if "every" in p.pattern or "causal" in p.pattern]
    return (spread or made)[0], [], found


def examine(
    report: Report,
    fn: Any,
    module: nn.Module | None,
    hint: int | None,
    causal: bool | None,
) -> Examined | None:
    """Find out what a layer computes, and report it.

    Args:
        report: Where facts and findings go.
        fn: The layer, or a function that calls it.
        module: The module, which holds the matrices.
        hint: The number of heads, if it was said.
        causal: Whether it must be causal, if that was said.
    """
    probe, matches, found = best_probe(fn, module, hint, report)
    if probe is None:
        return None
    report.called = True
    if not check_repeats(report, probe.call, probe.streams, probe.fresh):
        return Examined(probe, [])
    check_in_place(report, probe.call, probe.streams, probe.trace)
    sets: list[Weights] = []
    target: Target | None = None
    for number in (1, -1, 2) if not matches else ():
        matches, sets, target = recognise(probe, module, hint, found, number)
        if matches:
            break
    describe(report, probe, module)
    if matches:
        report.recognised = True
        tell(report, probe, matches, module)
    elif target is not None:
        unrecognised(report, probe, module, target, sets, found)
    check_future(report, probe, matches, causal)
    return Examined(probe, matches)


def describe(report: Report, probe: Probe, module: nn.Module | None) -> None:
    """Report how the code is called."""
    call, name = probe.call, "batch_first"
    if call.form == "tokens first":
        if any(k == name for k, _ in attributes(module)):
            report.facts.append("tokens first")
        else:
            report.add("tokens-first")
            report.unknown.append(
                "which axis is that of texts: it attends along axis 0"
            )
    elif call.form == "one text":
        report.add("one-text")
    elif call.form != "batch":
        report.facts.append(
            {"heads": "takes (texts, heads, tokens, features)"}.get(
                call.form, "takes (texts, tokens, heads, features)"
            )
        )
    report.check("texts are independent", probe.alone, "batch")
    if probe.out.isnan().any():
        rows = sorted({int(i) for i in probe.out.isnan().any(-1).nonzero()[:, 1]})
        report.add("nan", "rows " + ", ".join(map(str, rows)))


def tell(
    report: Report, probe: Probe, matches: list[Match], module: nn.Module | None
) -> None:
    """Report which computation gives these numbers, and which others do."""
    best = matches[0]
    w, s = best.weights, best.switches
    for f in best.flips:
        report.add(
            f.key,
            excuse(f.key, module, s),
            probe.trace.line(f.place),
            "note" if excuse(f.key, module, s) else "MISTAKE",
        )
    others = {f.name for m in matches[1:] for f in m.flips} - {
        f.name for f in best.flips
    }
    if others:
        report.unknown.append(
            "it from what gives the same numbers here: " + ", ".join(sorted(others))
        )
    dim = (
        w.matrices["q"][0].shape[0] if "q" in w.matrices else probe.streams[0].shape[-1]
    ) // w.heads
    facts = [f"{w.heads} head{'s' * (w.heads > 1)} of {dim}"]
    facts += [f"{w.groups} groups of keys and values"] if w.groups != w.heads else []
    fields = {next(iter(f.switch)) for f in best.flips}
    if "mask" not in fields:
        facts.append(
            {"none": "no mask"}.get(
                s["mask"], s["mask"].replace("window", "a window of ")
            )
        )
    if rotary := s.get("rotary"):
        table = "its own table" if rotary.table else f"base {rotary.base:g}"
        facts.append(
            f"rotary, {rotary.pairs}, {table}"
            + (f", {rotary.width} features" if rotary.width else "")
        )
    words = {
        "pre": "norm before",
        "post": "sum and norm after",
        "norms": "queries and keys normed",
        "cap": "capped scores",
    }
    facts += [text for k, text in words.items() if s.get(k)]
    facts += ["ALiBi"] if s.get("alibi") else []
    facts += ["output projection"] if "o" in w.matrices and "out" not in fields else []
    facts += [w.label] if w.label else []
    report.facts += facts
    if rotary is None and "turn" not in fields and not s.get("alibi"):
        tables = (
            [
                k
                for k, _ in module.named_buffers()
                if re.search(r"(^|[._])(cos|sin|inv_freq|freqs)", k)
            ]
            if module
            else []
        )
        if tables:
            report.add("no-turn", tables[0])


def excuse(key: str, module: nn.Module | None, s: dict[str, Any]) -> str:
    """Return why a mistake is likely meant, or nothing."""
    named = dict(attributes(module))
    if key == "scale=one" and any(
        "scal" in k and v in (1, 1.0, False, None) for k, v in named.items()
    ):
        return "as an attribute says"
    words = {
        "softmax=sigmoid": "sigmoid",
        "softmax=linear": "linear",
        "softmax=none": "linear",
        "mask=strict": "strict",
        "mask=transposed": "backward|reverse|anti",
    }
    types = " ".join(type(m).__name__ for m in module.modules()) if module else ""
    return (
        "as the name says"
        if key in words and re.search(words[key], types, re.I)
        else ""
    )


def unrecognised(
    report: Report,
    probe: Probe,
    module: nn.Module | None,
    target: Target,
    sets: list[Weights],
    found: list[Matrix],
) -> None:
    """Report what can be said of a layer that equals no known computation."""
    report.facts.append(probe.pattern)
    width, n = probe.streams[0].shape[-1], probe.out.shape[1]
    if sets:
        bases = conventions(
            module, sets[0], n, width, probe.pattern, order_matters(probe)
        )
        if scale := fitted_scale(target, sets, bases):
            divisor, w = scale
            dim = (
                w.matrices["q"][0].shape[0] if "q" in w.matrices else width
            ) // w.heads
            values = [
                v for _, v in attributes(module) if isinstance(v, (int, float)) and v
            ]
            values += (
                [float(p) for p in module.parameters() if p.numel() == 1]
                if module
                else []
            )
            meant = any(
                abs(float(v) ** p * divisor - 1) < 1e-6
                for v in values
                for p in (1, -1, 0.5, -0.5)
            )
            report.recognised = True
            detail = f"{divisor:.6g}; the root of d_k is {dim**0.5:.6g}"
            return report.add(
                "scale",
                detail,
                probe.trace.line("scores"),
                "note" if meant else "MISTAKE",
            )
    report.unknown.append(
        "what it computes: no known mistake, and no two of them, give these numbers"
        if sets
        else "which matrices make queries, keys and values"
    )
    return None


def check_future(
    report: Report, probe: Probe, matches: list[Match], causal: bool | None
) -> None:
    """Report a layer that must be causal and is not."""
    told = any("mask=" in f.mistake.key for f in report.findings)
    good = probe.pattern == "causal" or probe.pattern.startswith(
        ("a window", "no token", "nothing")
    )
    if good and probe.pattern.startswith(("causal", "a window")):
        report.passed.append(probe.pattern)
    elif causal and not told and probe.dependency is not None:
        rows = " / ".join(
            "".join("x" if c else "." for c in row) for row in probe.dependency.tolist()
        )
        report.add("future", f"{probe.pattern}: {rows}", probe.trace.line("mask"))
    elif causal is None and probe.pattern == "a token reads the next one" and not told:
        report.add("future", probe.pattern, probe.trace.line("mask"))
