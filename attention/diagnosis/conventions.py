"""The right ways that are known: masks, rotary pairs and bases, norms, caps."""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import torch.nn.functional as F
from torch import Tensor, nn

from attention.diagnosis.algebra import Rotary, Switches
from attention.diagnosis.copies import is_norm
from attention.diagnosis.probe import Probe
from attention.diagnosis.weights import attributes

BASES = 10000.0, 500000.0, 1e6
PARTS = "rotary_ndims", "rotary_dim", "rope_dim"
SHARES = "rotary_pct", "partial_rotary_factor"


def over_features(norm: nn.Module) -> Callable[[Tensor], Tensor]:
    """Return a norm of (batch, tokens, features), also if it takes features first."""
    first = isinstance(norm, (nn.GroupNorm, nn.modules.batchnorm._BatchNorm))
    return (lambda x: norm(x.mT).mT) if first else norm


def shells(module: nn.Module, dim: int, width: int) -> Iterator[Switches]:
    """Yield what may be around the core: norms, sums and caps, the likeliest first.

    Args:
        module: The layer.
        dim: The features of a head.
        width: The features of the input.
    """
    yield {}
    norms = [m for m in module.modules() if is_norm(m) and [*m.parameters()]]
    sizes = [next(m.parameters()).shape[-1] for m in norms]
    for norm in (m for m, size in zip(norms, sizes, strict=True) if size == width):
        pre = over_features(norm)
        yield from ({"pre": pre}, {"post": norm}, {"pre": pre, "residual": "x"})
        yield {"post": norm, "residual": "none"}
    narrow = [m for m, size in zip(norms, sizes, strict=True) if size == dim][-2:]
    yield from [{"norms": narrow}] * bool(narrow)
    caps = {v for k, v in attributes(module) if "cap" in k and type(v) in (int, float)}
    yield from ({"cap": float(v)} for v in caps if v > 1)
    yield {"norms": [lambda x: F.normalize(x, dim=-1)]}


def cores(module: nn.Module, dim: int, probe: Probe) -> list[Switches]:
    """Return masks with positions, the likeliest first.

    Args:
        module: The layer, whose attributes say how it turns.
        dim: The features of a head.
        probe: How it is called.
    """
    pattern, placed = probe.pattern, probe.placed
    masks = ["none", "causal"] if "every" in pattern else ["causal", "none"]
    masks = [*([f"window{w}"] if (w := window(pattern)) else []), *masks]
    some: list[Switches] = [{"mask": m} for m in masks]
    if pattern == "another pattern" and probe.out.isfinite().all():
        some = [{"mask": "given", "allow": probe.reads}, *some]
    places: list[Switches] = [{}] + [{"alibi": "yes"}] * placed
    names = [
        k for k, *_ in [*attributes(module), *module.named_buffers(), *probe.trace.seen]
    ]
    if placed or re.search("cos|sin|freq|rope|rotary", " ".join(names).lower()):
        places += [{"rotary": r} for r in rotaries(module, dim) if dim % 2 == 0]
    return [m | p for p, m in itertools.product(places, some)]


def window(pattern: str) -> str:
    """Return the number of tokens in a pattern that is a window, or nothing."""
    return pattern.split()[-1] if pattern.startswith("a window of") else ""


def rotaries(module: nn.Module, dim: int) -> Iterator[Rotary]:
    """Yield the ways in which heads of dim features may be turned."""
    known: list[tuple[str, Any]] = list(attributes(module))
    numbers = [(k, v) for k, v in known if isinstance(v, (int, float)) and v > 0]
    told = [float(v) for k, v in numbers if re.search("theta|base$", k) and v > 1]
    parts = [int(v) for k, v in numbers if k in PARTS and v < dim]
    parts += [int(dim * v) for k, v in numbers if k in SHARES and v < 1]
    bases = dict.fromkeys([10000.0, *told, *BASES])
    plain = [Rotary(p, b) for b in bases for p in ("halves", "neighbours")]
    yield from plain
    for part in dict.fromkeys([*parts, dim // 2]):
        yield from (r._replace(width=part) for r in plain[:4] if part % 2 == 0)
