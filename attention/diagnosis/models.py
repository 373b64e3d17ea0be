"""Blocks and models: the attention inside, positions, residuals and logits."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.adapter import tensors
from attention.diagnosis.algebra import distance
from attention.diagnosis.conventions import is_norm
from attention.diagnosis.layer import Layer, tell_call
from attention.diagnosis.masks import check_masks
from attention.diagnosis.probe import ONE
from attention.diagnosis.properties import check_follows, check_gradients, check_repeats
from attention.diagnosis.report import Report
from attention.diagnosis.weights import collect

Given = tuple[Any, Any, Any]


def owners(module: nn.Module) -> list[nn.Module]:
    """Return the innermost owners of matrices of attention."""
    found: dict[str, nn.Module] = {}
    for name, part in module.named_modules():
        names = [(m.role, m.name.replace(".*", "")) for m in collect(part)]
        near = [kind for kind, full in names if full.count(".") < 2]
        if "qkv" in near or {"q", "k"} <= set(near):
            outer = [n for n in found if name.startswith(f"{n}.") or not n]
            found = {n: p for n, p in found.items() if n not in outer} | {name: part}
    return list(found.values())


def is_whole(module: nn.Module) -> bool:
    """Return whether a module is a block or a model around attention layers."""
    inside = owners(module)
    within = {id(m) for part in inside for m in part.modules()}
    outside = [m for m in module.modules() if id(m) not in within]
    if any(isinstance(m, nn.Embedding) for m in outside):
        return True
    return bool(inside) and module not in inside and any(map(is_norm, outside))


def record(parts: list[nn.Module], run: Callable[[], Any]) -> dict[nn.Module, Given]:
    """Run something, and return the first arguments and results of some modules."""
    caught: dict[nn.Module, Given] = {}

    def hook(m: nn.Module, args: Any, kwargs: Any, out: Any) -> None:
        caught.setdefault(m, (args, kwargs, out))

    hooks = [p.register_forward_hook(hook, with_kwargs=True) for p in parts]
    run()
    for h in hooks:
        h.remove()
    return caught


def examine_model(layer: Layer) -> None:
    """Report on a model or a block, and on the attention layers inside."""
    report, module = layer.report, layer.module
    tables = [m.num_embeddings for m in module.modules() if isinstance(m, nn.Embedding)]
    made = layer.called(tables[0] if tables else 0, whole=True)
    if not made:
        return
    probe, parts = made[0], owners(module)
    out, pattern, x = probe.out, probe.pattern, probe.streams[0]
    probe.alone &= distance(probe.call(x.flip(0)).flip(0), out) < 1e-6
    report.facts.append(f"{'ids' if tables else 'vectors'} to {tuple(out.shape[1:])}")
    if not check_repeats(report, probe):
        return
    if parts:
        tell_call(report, probe, layer.code, False)
    else:
        report.unknown.append("which part of it is attention")
    if tables and bool((out >= 0).all()) and bool((out.sum(-1) - 1).abs().max() < 1e-6):
        report.add("softmaxed")
    said = re.search("gpt|causal", type(module).__name__, re.I)
    claims = layer.causal or bool(tables and said) or None
    caught = record(parts, lambda: probe.call(x))
    chosen: dict[tuple[type, bool], tuple[nn.Module, Given]] = {}
    for part, given in caught.items():  # one of each class
        chosen.setdefault((type(part), other(given) is not None), (part, given))
    layers = []
    for part, given in chosen.values():
        if (memory := other(given)) is None:
            layers.append(inside(layer, part, given, claims))
        else:
            check_other(report, part, given, memory)
    inner = [one.probe.pattern if one.match and one.probe else "" for one in layers]
    causal = bool(inner) and all(p.startswith(("causal", "a window")) for p in inner)
    wrong = any(one.wrong or "future" in one.report.names for one in layers)
    if pattern.startswith(("causal", "a window")):
        report.passed.append(pattern)
    elif (claims or causal) and not wrong and pattern != ONE and probe.alone:
        meant = not causal and not layer.told and layer.optional("causal|mask|bidir")
        report.add("future", f"{pattern}: {probe.drawn}", level="note" if meant else "")
    else:
        report.facts.append(pattern)
    with suppress(Exception):
        check_gradients(report, probe, module, "note")
    placed = any(one.probe is None or one.probe.placed for one in layers)
    if tables and layers and not placed:
        same = x[:, :1].expand(-1, x.shape[1]).clone()
        args, kwargs, _ = record(parts, lambda: probe.call(same))[parts[0]]
        v = next(tensors([args, kwargs]))
        differ = v.dim() < 3 or distance(v[:, 1:], v[:, :1].expand_as(v[:, 1:])) > 1e-6
        unused = any(f.mistake.key == "gradient" for f in report.findings)
        report.check("positions", differ, "order", level="" if unused else "note")
    if isinstance(layer.code, nn.Module):
        check_follows(report, layer.code, probe)
    check_masks(layer, probe)
    check_blocks(layer, lambda: probe.call(x), parts)


def other(given: Given) -> Tensor | None:
    """Return the sequence of another length that a layer is given, if there is one."""
    some = [t for t in tensors(given[:2]) if t.dim() == 3]
    return next((t for t in some if t.shape[1] != some[0].shape[1]), None)


def check_other(report: Report, part: nn.Module, given: Given, memory: Tensor) -> None:
    """Ask whether attention to another sequence is causal, which no order explains."""
    (args, kwargs, out), columns = given, list[Tensor]()
    for j in range(memory.shape[1]):
        new = memory.clone()
        new[:, j] += 1

        def swap(a: Any, new: Tensor = new) -> Any:
            return new if a is memory else a

        again = part(*map(swap, args), **{k: swap(a) for k, a in kwargs.items()})
        change = (next(tensors(again)) - next(tensors(out))).abs()
        columns.append(change.amax((0, 2)) > 1e-9)
    reads, name = torch.stack(columns, dim=1), type(part).__name__
    if torch.equal(reads, torch.ones_like(reads).tril()):
        report.add("cross", f"in {name}")
    report.unknown.append(f"what {name} computes of another sequence")


def inside(outer: Layer, part: nn.Module, given: Given, causal: bool | None) -> Layer:
    """Examine a layer as the model calls it, and add what is found to the report."""
    args, kwargs, _ = given
    kwargs = {k: v for k, v in kwargs.items() if not re.search("past|cache", k)}
    lead = next(tensors([args, kwargs]))

    def swapped(x: Tensor) -> Any:
        def swap(a: Any) -> Any:
            return x if a is lead else a

        return part(*map(swap, args), **{k: swap(a) for k, a in kwargs.items()})

    sub, report = Report(type(part).__name__), outer.report
    layer = Layer(sub, swapped, part, outer.hint, causal, outer.told)
    with suppress(Exception):
        layer.examine()
    report.facts += [f"{sub.subject}: " + ", ".join(sub.facts)] if sub.facts else []
    report.unknown += [f"in {sub.subject}, {u}" for u in sub.unknown]
    several = len({id(t) for t in tensors([args, kwargs])}) > 1
    for f in sub.findings:
        if f.mistake.key in ("tokens-first", "one-text", *["alone"] * several):
            continue  # the model chooses the axes, and may give another sequence
        f.detail = f"in {sub.subject}" + (f", {f.detail}" if f.detail else "")
        report.findings.append(f)
    report.ties += sub.ties
    report.recognised |= sub.recognised
    return layer


def check_blocks(layer: Layer, run: Callable[[], Any], layers: list[nn.Module]) -> None:
    """Ask whether a block whose matrices are 0 returns its input, or norms of it."""
    report, inner = layer.report, {id(p) for one in layers for p in one.modules()}
    blocks: dict[type, nn.Module] = {}
    for m in layer.module.modules():
        parts = list(m.modules())
        whole = any(isinstance(p, (nn.Embedding, nn.ModuleList)) for p in parts)
        around = any(is_norm(p) and id(p) not in inner for p in parts)
        if not whole and m not in layers and around and any(p in parts for p in layers):
            blocks.setdefault(type(m), m)
    for kind, block in blocks.items():
        t, y = without(block, [m for m in block.modules() if not is_norm(m)], run)
        norms = [c for c in block.children() if is_norm(c)]
        with suppress(Exception):
            normed = norms[0](t) if norms else t
            after = norms[-1](normed) if len(norms) > 1 else normed
            wrong = {"0": 0 * t, "the norm of it": normed, "twice the input": 2 * t}
            said = next((w for w, z in wrong.items() if distance(y, z) < 1e-6), "")
            if distance(y, t) < 1e-6 and not adds_itself(block, layers, run):
                report.add("residual-late", kind.__name__)
            elif min(distance(y, t), distance(y, after)) < 1e-6:
                report.passed.append(f"residuals of {kind.__name__}")
            elif said:
                more = [m for m in collect(block) if m.role is None]
                level = "note" if said == "0" and not more else ""  # as x + PreNorm(x)
                report.add("residual", f"{kind.__name__} returns {said}", level=level)
            else:
                report.unknown.append(f"the residuals of {kind.__name__}")


def without(
    block: nn.Module, parts: list[nn.Module], run: Callable[[], Any]
) -> tuple[Tensor, Tensor]:
    """Return what a block is given and returns if parameters of some parts are 0."""
    kept = {k: v.clone() for k, v in block.state_dict().items()}
    for p in (p for m in parts for p in m.parameters(recurse=False)):
        p.data.zero_()
    args, kwargs, out = record([block], run)[block]
    block.load_state_dict(kept)
    return next(tensors([args, kwargs])), next(tensors(out))


def adds_itself(
    block: nn.Module, layers: list[nn.Module], run: Callable[[], Any]
) -> bool:
    """Return whether attention adds to a block's result by a path of its own.

    Then the result is not the input alone if what comes after the norm that follows the
    attention is 0. Where the attention has no output projection, or no norm follows it,
    that says nothing.
    """
    order: list[nn.Module] = []
    hooks = [
        m.register_forward_hook(lambda m, args, out: order.append(m))
        for m in block.modules()
    ]
    run()
    for h in hooks:
        h.remove()
    inside = [m for m in layers if m in order and m in list(block.modules())]
    if len(inside) != 1 or all(m.role != "o" for m in collect(inside[0])):
        return True
    later = order[order.index(inside[0]) + 1 :]
    at = next((i for i, m in enumerate(later) if is_norm(m)), len(later))
    some = [m for m in later[at:] if not is_norm(m) and m is not block]
    if not any(True for m in some for _ in m.parameters(recurse=False)):
        return True
    t, y = without(block, some, run)
    return distance(y, t) > 1e-6
