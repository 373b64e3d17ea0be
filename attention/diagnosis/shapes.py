"""Which shapes of sequences to try: widths, numbers of tokens, sides of pictures."""

import itertools
import math
import re
from collections.abc import Iterator
from typing import Any

from torch import nn

from attention.diagnosis.call import IMAGES, PICTURES, arguments, kind_of
from attention.diagnosis.names import attributes, role

TOKENS = [(7, 5), (7, 7), (5, 5), (4, 4), (3, 3), (2, 2)]


def widths_of(module: nn.Module) -> list[tuple[int, ...]]:
    """Return the features to try, of the inputs of queries, of keys and of values."""
    shapes = {
        k: p.shape[:2] if p.dim() != 3 or p.shape[-1] == 1 else p.shape
        for k, p in module.named_parameters()
    }
    sizes = [s for shape in shapes.values() if len(shape) > 1 for s in reversed(shape)]
    sizes += [v for _, v in attributes(module) if type(v) is int and 3 < v < 4096]
    sizes += [shape[0] for shape in shapes.values() if len(shape) == 1]
    some = [(s, s, s) for s in sizes]
    roles = {role(k): shape for k, shape in shapes.items() if len(shape) > 1}
    found = [next((r for r in (c, "kv") if r in roles), "") for c in "qkv"]
    if all(found):
        some += [tuple(roles[c][i] for c in found) for i in (-1, 0)]
    return list(dict.fromkeys(some)) or [(24, 24, 24), (6, 6, 6)]


def sides_of(module: nn.Module, patch: int) -> list[int]:
    """Return of how many rows a square of tokens may be, at most 8.

    Args:
        module: The module that may say so: by an attribute, or by its positions.
        patch: The rows of a patch of a picture, or 1.
    """
    known = [v for k, v in attributes(module) if re.search("win|^ws$|size|resol", k)]
    sides = [v[0] if isinstance(v, tuple) and v else v for v in known]
    sides = [v // patch for v in sides if type(v) is int]
    sides = [2 * v for v in sides] + sides  # a picture of several windows, or of one
    tables = [p.shape[-2] for p in module.parameters() if p.dim() in (2, 3)]
    sides += [math.isqrt(n) for t in tables for n in (t, t - 1) if n > 0]
    sides = [s for s in sides if 2 < s <= 8]
    return list(dict.fromkeys([2, *sides, 4]))


def shapes_of(
    fn: Any, module: nn.Module, heads: int, ids: int
) -> Iterator[tuple[list[tuple[int, ...]], list[str], int]]:
    """Yield shapes of sequences to try, orders of axes, and the rows of a patch.

    Args:
        fn: The code.
        module: The module that it is or reaches.
        heads: The number of heads, which is not that of texts.
        ids: The number of different tokens, if it may take ids: these have 0 features.
    """
    parts, taken, b = list(module.modules()), arguments(fn), 2 if heads == 3 else 3
    convs = [m for m in parts if isinstance(m, nn.Conv2d)]
    convs = [m for m in convs if m.stride == m.kernel_size != (1, 1)]
    patches = [(m.kernel_size[0], m.weight[0].numel()) for m in convs]
    known = {v for k, v in attributes(module) if re.search("patch|^p$", k)}
    wide = [m.in_features for m in parts if isinstance(m, nn.Linear)]
    some = itertools.product((v for v in known if type(v) is int and v > 1), wide)
    patches += [(v, size) for v, size in some if size % v**2 == 0]
    for patch, width in dict.fromkeys(patches):
        for side in sides_of(module, patch):
            yield [(b, side * side, width)] * 3, [*PICTURES], patch
    square = [b.shape[-1] for b in module.buffers() if b.dim() > 1]
    lengths = TOKENS + [(s, s) for s in square[:1] if s > 7]
    squares = [(s * s, s * s) for s in sides_of(module, 1)]
    needed = [kind_of(p.name) for p in taken if p.default is p.empty]
    more, several = len(needed) > 1, sum(kind in "qkvx" for kind in needed) > 2
    forms = ["heads", "batch", "one text", "tokens by heads"]
    if any(True for _ in module.parameters()) or not several:
        forms = ["batch", "tokens first", *IMAGES[: 1 if more else 3], "one text"]
    if any(isinstance(m, nn.Conv1d) for m in parts):
        forms += ["channels first"]
    usual, mixed = widths_of(module), list[tuple[int, ...]]()
    if more:
        mixed = list(itertools.permutations({w[0]: w for w in usual}, 2))
        if ids:
            mixed += [(0, w[1]) for w in usual] + [(w[0], 0) for w in usual]
    tries = [((0, 0, 0), lengths)] * bool(ids)
    tries += [(w, [*lengths, *squares[1:]]) for w in usual]
    for widths, some in tries:
        for n, m in some:
            sizes = zip((n, m, m), widths, strict=True)
            images, others = (n, m) in squares, (n, m) in lengths
            fit = {"batch": True} | dict.fromkeys(IMAGES, images)
            kept = [f for f in forms if fit.get(f, others)]
            yield [(b - (n == 3), *size) for size in sizes], kept, 1
    for w in mixed:
        yield [(b, 7, w[0]), (b, 5, w[1]), (b, 5, w[1])], forms[:2], 1
    for w in usual if more else ():
        yield [(b, 1, w[0]), (b, 5, w[1]), (b, 5, w[2])], ["one query", "batch"], 1
