"""The right ways that are known: masks, rotary pairs and bases, norms, caps."""

import re
from collections.abc import Iterator
from typing import Any

import torch.nn.functional as F
from torch import Tensor, nn

from attention.diagnosis.algebra import Switches, Weights
from attention.diagnosis.rotary import Rotary
from attention.diagnosis.search import Target

BASES = 10000.0, 500000.0, 1e6
PARTS = "rotary_ndims", "rotary_dim", "rope_dim"
SHARES = "rotary_pct", "partial_rotary_factor"


def attributes(module: nn.Module) -> Iterator[tuple[str, Any]]:
    """Yield the names and values that a module, its parts and their configs hold."""
    for part in module.modules():
        for holder in (part, *(getattr(part, n, 0) for n in ("config", "cfg", "args"))):
            own = (
                holder if isinstance(holder, dict) else getattr(holder, "__dict__", {})
            )
            yield from ((k, v) for k, v in own.items() if isinstance(k, str))


def is_norm(module: nn.Module) -> bool:
    """Return whether a module is a norm, by its name."""
    named = "norm" in type(module).__name__.lower()
    return named and all(p.dim() == 1 for p in module.parameters())


def unit(x: Tensor) -> Tensor:
    """Return vectors of length one."""
    return F.normalize(x, dim=-1)


def conventions(module: nn.Module, w: Weights, target: Target) -> list[Switches]:
    """Return every right way that is known, the likeliest first.

    Args:
        module: The layer, whose norms, rotary bases and tables are read.
        w: Its matrices.
        target: What it gave.
    """
    width, pattern = target.inputs[0].shape[-1], target.pattern
    dim = w.inner(width) // w.heads
    masks = ["none", "causal"] if "every" in pattern else ["causal", "none"]
    if pattern.startswith("a window of"):
        masks = ["window" + pattern.split()[-1], *masks]
    norms = [m for m in module.modules() if is_norm(m)]
    sized = [(m, next(m.parameters()).shape[-1]) for m in norms if list(m.parameters())]
    wide = [m for m, size in sized if size == width]
    narrow = [m for m, size in sized if size == dim][-2:]
    extra: list[Switches] = [{}]
    for norm in wide:
        extra += [{"pre": norm}, {"post": norm}, {"pre": norm, "residual": "x"}]
    extra += [{"norms": narrow}] if narrow else []
    known = list(attributes(module))
    caps = {v for k, v in known if "cap" in k and isinstance(v, (int, float)) and v > 1}
    extra += [{"cap": float(v)} for v in caps] + [{"norms": [unit]}]
    places: list[Switches] = [{}]
    places += [{"alibi": "yes"}] if target.placed else []
    names = [k for k, _ in [*known, *module.named_buffers(), *module.named_modules()]]
    if target.turns or re.search("cos|sin|freq|rope|rotary", " ".join(names).lower()):
        places += [
            {"rotary": r} for r in rotaries(module, known, dim, target.out.shape[1])
        ]
    return [{"mask": m, **p, **e} for e in extra for p in places for m in masks]


def rotaries(
    module: nn.Module, known: list[tuple[str, Any]], dim: int, n: int
) -> list[Rotary]:
    """Return the ways in which heads of dim features and n tokens may be turned."""
    if dim % 2:
        return []
    numbers = [(k, v) for k, v in known if isinstance(v, (int, float)) and v > 0]
    told = [
        float(v) for k, v in numbers if ("theta" in k or k.endswith("base")) and v > 1
    ]
    parts = [int(v) for k, v in numbers if k in PARTS and v < dim]
    parts += [int(dim * v) for k, v in numbers if k in SHARES and v < 1]
    pairs = ("halves", "neighbours")
    plain = [
        Rotary(p, b) for b in dict.fromkeys([10000.0, *told, *BASES]) for p in pairs
    ]
    for part in dict.fromkeys([*parts, dim // 2]):
        plain += [r._replace(width=part) for r in plain[:4] if part % 2 == 0]
    own: dict[str, Tensor] = {}
    for name, buffer in module.named_buffers():
        b = buffer.squeeze()
        if b.dim() != 2 or b.shape[0] < n or b.shape[1] not in (dim, dim // 2):
            continue
        if b.is_complex():
            own = {"cos": b.real, "sin": b.imag}
        own |= {c: b for c in ("cos", "sin") if c in name and c not in own}
    if len(own) == 2:
        plain += [Rotary(p, table=(own["cos"], own["sin"])) for p in pairs]
    return plain
