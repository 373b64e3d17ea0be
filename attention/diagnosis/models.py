"""Blocks and models: the attention inside, positions, residuals and logits."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.adapter import Call, calls, tensors
from attention.diagnosis.algebra import distance
from attention.diagnosis.conventions import is_norm
from attention.diagnosis.layer import Layer
from attention.diagnosis.probe import dependency, pattern_of
from attention.diagnosis.properties import (
    check_gradients,
    check_repeats,
)
from attention.diagnosis.report import Report
from attention.diagnosis.weights import collect


def owners(module: nn.Module) -> dict[type, nn.Module]:
    """Return the innermost modules that own matrices of attention, one of each class."""
    found: dict[type, tuple[str, nn.Module]] = {}
    for name, part in module.named_modules():
        near = [
            m.role
            for m in collect(part)
            if re.sub(r"[.*]+", ".", m.name).count(".") < 2
        ]
        if "qkv" in near or {"q", "k"} <= set(near):
            found = {
                t: v
                for t, v in found.items()
                if not name.startswith(f"{v[0]}.") and v[0]
            }
            found.setdefault(type(part), (name, part))
    return {t: part for t, (_, part) in found.items()}


def is_whole(module: nn.Module) -> bool:
    """Return whether a module is a block or a model around attention layers."""
    inside = owners(module)
    if not inside or any(part is module for part in inside.values()):
        return any(isinstance(m, nn.Embedding) for m in module.children())
    within = {id(m) for part in inside.values() for m in part.modules()}
    outside = [m for m in module.modules() if id(m) not in within]
    return any(isinstance(m, nn.Embedding) or is_norm(m) for m in outside)


def first(given: tuple[Any, ...], named: dict[str, Any]) -> Tensor:
    """Return the first tensor of floats that a module was given."""
    return next(tensors([*given, *named.values()]))


def record(
    parts: list[nn.Module], run: Callable[[], Any]
) -> dict[nn.Module, tuple[Any, Any, Any]]:
    """Run something, and return the first arguments and results of some modules."""
    caught: dict[nn.Module, tuple[Any, Any, Any]] = {}

    def hook(m: nn.Module, args: Any, kwargs: Any, out: Any) -> None:
        caught.setdefault(m, (args, kwargs, out))

    hooks = [p.register_forward_hook(hook, with_kwargs=True) for p in parts]
    run()
    for h in hooks:
        h.remove()
    return caught


def examine_model(
    report: Report, fn: Any, module: nn.Module, hint: int | None, causal: bool | None
) -> None:
    """Report on a model or a block, and on the attention layers inside.

    Args:
        report: Where facts and findings go.
        fn: The model, or a function that calls it.
        module: The module, which holds the matrices.
        hint: The number of heads, if it was said.
        causal: Whether tokens must not read later ones, if that was said.
    """
    table = next((m for m in module.modules() if isinstance(m, nn.Embedding)), None)
    made = sequence_call(fn, module, table)
    if made is None:
        report.unknown.append("how to call it")
        return
    call, x, fresh = made
    report.called = True
    out = call(x)
    report.facts.append(f"{'ids' if table else 'vectors'} to {tuple(out.shape[1:])}")
    if not check_repeats(report, call, (x,), (fresh,)):
        return
    reads = dependency(call, (x,), (fresh,))
    pattern = pattern_of(reads)
    changed = torch.cat([x[:1], fresh[1:]])
    report.check(
        "texts are independent", distance(call(changed)[:1], out[:1]) < 1e-9, "batch"
    )
    if (
        table
        and bool((out >= 0).all())
        and torch.allclose(out.sum(-1), torch.ones_like(out[..., 0]))
    ):
        report.add("softmaxed")
    parts, kinds = owners(module), type(module).__name__
    caught = record(list(parts.values()), lambda: call(x))
    claims = causal or bool(
        table and re.search("gpt|causal|decoder|llama", kinds, re.I)
    )
    told = False
    for part, (args, kwargs, _) in caught.items():
        told |= inside(report, part, args, kwargs, hint, claims or None)
    if pattern == "causal" or pattern.startswith("a window"):
        report.passed.append(pattern)
    elif claims and not told:
        rows = " / ".join(
            "".join("x" if c else "." for c in row) for row in reads.tolist()
        )
        report.add("future", f"{pattern}: {rows}")
    else:
        report.facts.append(pattern)
    with suppress(Exception):
        check_gradients(report, lambda: call(x), module, call.everything)
    if (
        table
        and caught
        and not any("rotary" in f or "ALiBi" in f for f in report.facts)
    ):
        check_positions(report, call, x, caught)
    check_blocks(report, call, module, x, list(parts.values()))
    for p in module.parameters() if table else ():
        same = p is not table.weight and p.shape == table.weight.shape
        if same and getattr(module, "equal_at_first", {}).get(id(p)):
            report.add("tied")


def sequence_call(
    fn: Any, module: nn.Module, table: nn.Embedding | None
) -> tuple[Call, Tensor, Tensor] | None:
    """Return a way to call a model on one sequence, and two inputs for it."""
    g = torch.Generator().manual_seed(9)
    widths = [p.shape[-1] for p in module.parameters()]
    for n in (7, 5, 4, 3, 2):
        for width in dict.fromkeys(widths) if table is None else [0]:
            if table is None:
                x, fresh = (
                    torch.randn(3, n, width, generator=g, dtype=torch.float64).to(
                        torch.get_default_dtype()
                    )
                    for _ in range(2)
                )
            else:
                x, fresh = (
                    torch.randint(0, table.num_embeddings, (3, n), generator=g)
                    for _ in range(2)
                )
                fresh = torch.where(fresh == x, (x + 1) % table.num_embeddings, fresh)
            for call in calls(fn, module, width or 8, 4, ["batch"]):
                if len(call.streams) > 1:
                    continue
                with suppress(Exception):
                    if call(x).shape[:2] == (3, n):
                        return call, x, fresh
    return None


def inside(
    report: Report,
    part: nn.Module,
    args: Any,
    kwargs: Any,
    hint: int | None,
    causal: bool | None,
) -> bool:
    """Examine a layer as the model calls it; return whether its mask was found wrong."""
    lead = first(args, kwargs)
    kwargs = {k: None if re.search("past|cache", k) else v for k, v in kwargs.items()}

    def layer(x: Tensor) -> Any:
        def swap(a: Any) -> Any:
            return x if a is lead else a

        return part(*map(swap, args), **{k: swap(a) for k, a in kwargs.items()})

    sub = Report(type(part).__name__)
    with suppress(Exception):
        Layer(sub, layer, part, hint, causal).examine()
    report.facts += [f"{sub.subject}: " + ", ".join(sub.facts)] if sub.facts else []
    report.unknown += [f"in {sub.subject}, {u}" for u in sub.unknown]
    for f in sub.findings:
        f.detail = f"in {sub.subject}" + (f", {f.detail}" if f.detail else "")
        report.findings.append(f)
    report.recognised |= sub.recognised
    return any(k.startswith(("mask", "split", "merge", "future")) for k in sub.names)


def check_positions(
    report: Report, call: Call, x: Tensor, caught: dict[nn.Module, Any]
) -> None:
    """Ask whether the vectors of equal ids differ by their positions."""
    same = x[:, :1].expand(-1, x.shape[1]).clone()
    args, kwargs, _ = next(
        iter(record([next(iter(caught))], lambda: call(same)).values())
    )
    vectors = first(args, kwargs)
    if vectors.dim() == 3:
        differ = (
            distance(vectors[:, 1:], vectors[:, :1].expand_as(vectors[:, 1:])) > 1e-9
        )
        report.check("positions", differ, "order")


def check_blocks(
    report: Report, call: Call, module: nn.Module, x: Tensor, layers: list[nn.Module]
) -> None:
    """Ask whether a block whose matrices are 0 returns its input, or norms of it."""

    def norms(m: nn.Module) -> list[nn.Module]:
        return [c for c in m.children() if is_norm(c)]

    blocks = {
        type(m): m
        for m in module.modules()
        if norms(m)
        and m not in layers
        and any(p in list(m.modules()) for p in layers)
        and not any(isinstance(c, (nn.Embedding, nn.ModuleList)) for c in m.modules())
    }
    for kind, block in blocks.items():
        kept = {k: v.clone() for k, v in block.state_dict().items()}
        for m in block.modules():
            if not is_norm(m):
                for p in m.parameters(recurse=False):
                    p.data.zero_()
        args, kwargs, out = record([block], lambda: call(x))[block]
        block.load_state_dict(kept)
        t, y = first(args, kwargs), first((out,), {})
        some = norms(block)
        with suppress(Exception):
            after = t
            for norm in some[:2]:
                after = norm(after)
            wrong = {
                "it returns 0": 0 * t,
                "it returns the norm of it": some[0](t),
                "it returns twice the input": 2 * t,
            }
            right = distance(y, t) < 1e-6 or distance(y, after) < 1e-6
            said = next((w for w, z in wrong.items() if distance(y, z) < 1e-6), "")
            if right:
                report.passed.append(f"residuals of {kind.__name__}")
            elif said:
                report.add("residual", f"{kind.__name__}: {said}")
            else:
                report.unknown.append(f"the residuals of {kind.__name__}")
