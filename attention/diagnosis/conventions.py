"""The right ways that are known: masks, rotary pairs and bases, norms, caps."""

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention.diagnosis.algebra import (
    Rotary,
    Switches,
    Weights,
    distance,
    heads_of,
    repeat,
)
from attention.diagnosis.catalogue import CATALOGUE
from attention.diagnosis.search import Match, Target
from attention.diagnosis.weights import attributes

BASES = 10000.0, 500000.0, 1e6
PARTS = "rotary_ndims", "rotary_dim", "rope_dim"
SHARES = "rotary_pct", "partial_rotary_factor"


def is_norm(module: nn.Module) -> bool:
    """Return whether a module is a norm, by its name."""
    named = "norm" in type(module).__name__.lower()
    return named and all(p.dim() == 1 for p in module.parameters())


def over_features(norm: nn.Module) -> Callable[[Tensor], Tensor]:
    """Return a norm of (batch, tokens, features), also if it takes features first."""
    first = isinstance(norm, (nn.GroupNorm, nn.modules.batchnorm._BatchNorm))
    return (lambda x: norm(x.mT).mT) if first else norm


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
    norms = [m for m in module.modules() if is_norm(m) and list(m.parameters())]
    sizes = [next(m.parameters()).shape[-1] for m in norms]
    narrow = [m for m, size in zip(norms, sizes, strict=True) if size == dim][-2:]
    extra: list[Switches] = [{}]
    for norm, size in zip(norms, sizes, strict=True):
        if size == width:
            pre = over_features(norm)
            extra += [{"pre": pre}, {"post": norm}, {"pre": pre, "residual": "x"}]
            extra += [{"post": norm, "residual": "none"}]
    extra += [{"norms": narrow}] if narrow else []
    known = list(attributes(module))
    caps = {v for k, v in known if "cap" in k and isinstance(v, (int, float)) and v > 1}
    extra += [{"cap": float(v)} for v in caps] + [{"norms": [unit]}]
    places: list[Switches] = [{}] + [{"alibi": "yes"}] * target.placed
    names = [k for k, _ in [*known, *module.named_buffers(), *module.named_modules()]]
    if target.turns or re.search("cos|sin|freq|rope|rotary", " ".join(names).lower()):
        turns = rotaries(module, known, dim, target.out.shape[1])
        places += [{"rotary": r} for r in turns if dim % 2 == 0]
    some: list[Switches] = [{"mask": m} for m in masks]
    if pattern == "another pattern" and target.out.isfinite().all():
        some = [{"mask": "given", "allow": target.reads}, *some]
    return [{**m, **p, **e} for e in extra for p in places for m in some]


def rotaries(
    module: nn.Module, known: list[tuple[str, Any]], dim: int, n: int
) -> Iterator[Rotary]:
    """Yield the ways in which heads of dim features and n tokens may be turned."""
    numbers = [(k, v) for k, v in known if isinstance(v, (int, float)) and v > 0]
    told = [float(v) for k, v in numbers if re.search("theta|base$", k) and v > 1]
    parts = [int(v) for k, v in numbers if k in PARTS and v < dim]
    parts += [int(dim * v) for k, v in numbers if k in SHARES and v < 1]
    pairs = ("halves", "neighbours")
    plain = [
        Rotary(p, b) for b in dict.fromkeys([10000.0, *told, *BASES]) for p in pairs
    ]
    yield from plain
    for part in dict.fromkeys([*parts, dim // 2]):
        yield from (r._replace(width=part) for r in plain[:4] if part % 2 == 0)
    own: dict[str, Tensor] = {}
    for name, buffer in module.named_buffers():
        b = buffer.squeeze()
        if b.dim() == 2 and b.shape[0] >= n and b.shape[1] in (dim, dim // 2):
            own |= {"cos": b.real, "sin": b.imag} if b.is_complex() else {}
            own |= {c: b for c in ("cos", "sin") if c in name and c not in own}
    for p in pairs if len(own) == 2 else ():
        keep = slice(dim // 2) if p == "halves" else slice(0, None, 2)
        some = [own[c] for c in ("cos", "sin")]  # each angle may stand there twice
        cos, sin = (t[:, keep] if t.shape[-1] == dim else t for t in some)
        yield Rotary(p, table=(cos, sin))


def biased(target: Target, w: Weights, bases: list[Switches]) -> list[Match]:
    """Return attention to whose scores the layer adds what depends on places alone.

    The sum is taken from what the layer gives to its softmax. Without a scale it is
    right, too: the scale may be in the weights, as in T5.
    """
    for base, scale in itertools.product(bases, ("", "one")):
        raw = torch.empty(0)
        with suppress(RuntimeError):  # the matrices do not fit
            q, k, _ = heads_of(w, target.inputs, base)
            raw = q @ repeat(k, w, base, "k").mT
            raw = raw if scale else raw * q.shape[-1] ** -0.5
        if target.scores is not None and target.scores.shape == raw.shape:
            added = torch.where(target.scores > -1e4, target.scores - raw, 0.0)
            same = distance(added, added[:1].expand_as(added)) < 1e-6
            s = base | {"scale": scale, "bias_of_places": added[:1]}
            if same and target.fits(w, s):
                note = CATALOGUE["scale=one"]._replace(note=True)
                return [Match(w, s, (note,) if scale else ())]
    return []
