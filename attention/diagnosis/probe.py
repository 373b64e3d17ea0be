"""Ways of calling a layer that work, and what depends on what in each."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.adapter import Call, Streams, arguments, calls, kind_of
from attention.diagnosis.algebra import distance
from attention.diagnosis.conventions import attributes
from attention.diagnosis.search import Target
from attention.diagnosis.trace import Trace
from attention.diagnosis.weights import Matrix

TURNS = "cos|sin|polar|complex|freq|rope|rotary"
TOKENS = [(7, 5), (7, 7), (5, 5), (4, 4), (3, 3)]


def dependency(call: Any, streams: Streams, fresh: Streams) -> Tensor:
    """Return for row i and column j whether output i changes with token j.

    Args:
        call: The code.
        streams: Its inputs.
        fresh: Others of the same shapes. Where there is one sequence for queries and
            another for keys, the tokens of the keys' are replaced.
    """
    base, columns = call(*streams), []
    for j in range(streams[-1].shape[1]):
        new = [t.clone() for t in streams]
        for t, f in list(zip(new, fresh, strict=True))[min(1, len(new) - 1) :]:
            t[:, j] = f[:, j]
        same = torch.isclose(call(*new), base, rtol=1e-6, atol=1e-9, equal_nan=True)
        columns.append(~same.flatten(2).all(-1).all(0))
    return torch.stack(columns, dim=1)


def pattern_of(d: Tensor) -> str:
    """Return in words which tokens read which."""
    n, m = d.shape
    full = torch.ones(n, m, dtype=torch.bool)
    table = {
        "causal": full.tril(m - n),
        "every token reads all": full,
        "no token reads another": torch.eye(n, m, dtype=torch.bool),
        "a token reads the next one": full.tril(m - n + 1),
        "a token reads earlier ones, not itself": full.tril(m - n - 1),
        "a token reads later ones only": full.triu(1),
        "a token reads itself and later ones": full.triu(),
        "nothing is read": ~full,
    }
    for w in range(2, m - 1):
        table[f"the last {w} and all later ones"] = full.triu(m - n + 1 - w)
        table[f"a window of {w}"] = full.tril(m - n).triu(m - n + 1 - w)
    return next(
        (name for name, t in table.items() if torch.equal(t, d)), "another pattern"
    )


def drawn(d: Tensor) -> str:
    """Return which output depends on which token, as rows of x and dots."""
    return " / ".join("".join("x" if c else "." for c in row) for row in d.tolist())


@dataclass
class Probe:
    """A way of calling a layer that works, and what it gave.

    Attributes:
        call: The way.
        streams: The inputs, each (texts, tokens, features).
        fresh: Other inputs of these shapes.
        out: The output.
        trace: Where the code called which function.
        reads: Which output depends on which token.
        alone: Whether a text's output depends on that text alone.
    """

    call: Call
    streams: Streams
    fresh: Streams
    out: Tensor
    trace: Trace
    reads: Tensor
    alone: bool

    @property
    def pattern(self) -> str:
        """The same as `reads`, in words."""
        return pattern_of(self.reads)

    @property
    def width(self) -> int:
        """The features of each token."""
        return self.streams[0].shape[-1]

    @property
    def placed(self) -> bool:
        """Whether the last output changes when the tokens before it are exchanged."""
        if self.pattern not in ("causal", "every token reads all"):
            return True
        n = self.streams[-1].shape[1]
        turned, moved = [*reversed(range(n - 1)), n - 1], list(self.streams)
        moved[-2:] = (
            [t[:, turned] for t in moved[-2:]] if len(moved) > 2 else moved[-2:]
        )
        moved[-1] = self.streams[-1][:, turned]
        rows = slice(-1 if len(moved) == 1 else 0, None)
        return distance(self.call(*moved)[:, rows], self.out[:, rows]) > 1e-6

    def target(self) -> Target:
        """Return what is to be explained."""
        firsts = tuple(t[:, :1].clone() for t in self.streams)
        try:
            single = self.call.inputs(firsts), self.call(*firsts)
        except Exception:
            single = None
        close = 2e-6 if self.trace.narrow else 3e-7
        close = close if self.out.dtype == torch.float64 else 1e-4
        inputs = self.call.inputs(self.streams)
        names = {name for name, _ in self.trace.seen} | self.call.given.keys()
        turns = any(re.search(TURNS, name) for name in names)
        pattern, placed = self.pattern, self.placed
        turns |= placed and pattern in ("causal", "every token reads all")
        return Target(inputs, self.out, single, pattern, placed, turns, close)


def draw(call: Call, b: int, n: int, m: int, widths: Sequence[int]) -> list[Streams]:
    """Return two sets of random sequences for a way of calling."""
    g = torch.Generator().manual_seed(5)
    lengths = [n, m, m][: len(call.streams)]
    sizes = [(b, n, w) for n, w in zip(lengths, widths, strict=False)]
    sets = [
        [torch.randn(s, generator=g, dtype=torch.float64) for s in sizes] for _ in "12"
    ]
    return [tuple(t.to(torch.get_default_dtype()) for t in some) for some in sets]


def try_call(call: Call, b: int, n: int, m: int, widths: Sequence[int]) -> Probe:
    """Return what a way of calling gives, or raise what the code raises."""
    streams, fresh = draw(call, b, n, m, widths)
    with Trace(n, m) as trace:
        out = call(*streams)
    if out.shape[:2] != (b, n) or out.dim() != 3:
        raise ValueError(f"the output has the shape {tuple(out.shape)}")
    # The first text among others, and the last: either may be the one that is read.
    pairs = list(zip(streams, fresh, strict=True))
    first = call(*(torch.cat([t[:1], f[1:]]) for t, f in pairs))[:1]
    last = call(*(torch.cat([f[:-1], t[-1:]]) for t, f in pairs))[-1:]
    alone = max(distance(first, out[:1]), distance(last, out[-1:])) < 1e-6
    return Probe(
        call, streams, fresh, out, trace, dependency(call, streams, fresh), alone
    )


def widths_of(module: nn.Module, found: list[Matrix]) -> list[tuple[int, ...]]:
    """Return the features to try, of the inputs of queries, of keys and of values."""
    sizes = [s for m in found for s in reversed(m.parts[0].shape)]
    sizes += [v for _, v in attributes(module) if type(v) is int and 3 < v < 4096]
    some = [(s, s, s) for s in sizes]
    shapes = {m.role: m.parts[0].shape for m in found}
    if {"q", "k", "v"} <= shapes.keys():
        some += [tuple(shapes[c][i] for c in "qkv") for i in (-1, 0)]
    return list(dict.fromkeys(some)) or [(24, 24, 24), (6, 6, 6)]


def probes(fn: Any, module: nn.Module, found: list[Matrix], heads: int) -> list[Probe]:
    """Return the ways of calling that work, the likeliest first.

    Args:
        fn: The code.
        module: The module that it is or reaches.
        found: The module's matrices.
        heads: The number of heads, where an argument asks it.

    Raises:
        Exception: What the code raised first, if no way works.
    """
    square = [b.shape[-1] for b in module.buffers() if b.dim() > 1]
    lengths = TOKENS + [(s, s) for s in square[:1] if s > 7]
    several = sum(kind_of(p.name) in "qkv" for p in arguments(fn)) > 2
    forms = ["heads", "batch", "one text", "tokens by heads"]
    forms = ["batch", "one text"] if found or not several else forms
    made: list[Probe] = []
    b = 2 if heads == 3 else 3
    errors: list[Exception] = []
    for widths, (n, m) in itertools.product(widths_of(module, found), lengths):
        for call in calls(fn, module, widths[0], heads, forms):
            if call.form == "one text" and any(p.call.form == "batch" for p in made):
                continue
            try:
                probe = tokens_first(try_call(call, b - (n == 3), n, m, widths))
            except Exception as error:
                errors.append(error)
                continue
            if n == m or len(probe.streams) == 1 or probe.pattern[:5] == "every":
                made.append(probe)  # else two sequences, but of one length
        if made:
            return made
    raise errors[0] if errors else ValueError("no argument is a sequence")


def tokens_first(probe: Probe) -> Probe:
    """Return the probe with texts and tokens exchanged, if it attends along axis 0."""
    blind = probe.pattern in ("no token reads another", "nothing is read")
    if not blind or probe.alone or probe.call.form != "batch":
        return probe
    probe.call.form = "tokens first"
    b, n, m = *probe.out.shape[:2], probe.streams[-1].shape[1]
    return try_call(probe.call, b, n, m, [t.shape[-1] for t in probe.streams])
