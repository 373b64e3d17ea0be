"""Ways of calling code that work, and what depends on what in each."""

import itertools
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.call import Call, arguments, calls, kind_of
from attention.diagnosis.follow import Follow
from attention.diagnosis.names import attributes, role
from attention.diagnosis.numbers import distance

TOKENS = [(7, 5), (7, 7), (5, 5), (4, 4), (3, 3), (2, 2)]
ALONE = "no token reads another"


def pattern_of(d: Tensor) -> str:
    """Return in words which tokens read which.

    Args:
        d: For row i and column j, whether output i depends on token j.
    """
    n, m = d.shape
    full = torch.ones(n, m, dtype=torch.bool)
    table = {
        "causal": full.tril(m - n),
        "every token reads all": full,
        ALONE: torch.eye(n, m, dtype=torch.bool),
        "a token reads the next one": full.tril(m - n + 1),
        "a token reads earlier ones, not itself": full.tril(m - n - 1),
        "a token reads later ones only": full.triu(1),
        "a token reads itself and later ones": full.triu(),
        "nothing is read": ~full,
    }
    for w in range(2, m - 1):
        table[f"the last {w} and all later ones"] = full.triu(m - n + 1 - w)
        table[f"a window of {w}"] = full.tril(m - n).triu(m - n + 1 - w)
    return next((k for k, t in table.items() if torch.equal(t, d)), "another pattern")


def drawn(d: Tensor) -> str:
    """Return which tokens read which, as rows of x and dots."""
    return " / ".join("".join("x" if c else "." for c in row) for row in d.tolist())


@dataclass
class Probe:
    """A way of calling code that works, and what it gave.

    Attributes:
        call: The way.
        streams: The inputs, each (texts, tokens, features), or ids (texts, tokens).
        fresh: Other inputs of these shapes.
        out: The output.
        trace: What the code did with its numbers.
    """

    call: Call
    streams: tuple[Tensor, ...]
    fresh: tuple[Tensor, ...]
    out: Tensor
    trace: Follow

    def __post_init__(self) -> None:
        """Ask which output depends on which token, and on which text."""
        self.reads = self.dependency(self.call)
        self.pattern = pattern_of(self.reads)
        self.inputs = self.call.inputs(self.streams)
        # The first text among others, and the last: either may be the one that is read.
        pairs = list(zip(self.streams, self.fresh, strict=True))
        first = self.call(*(torch.cat([t[:1], f[1:]]) for t, f in pairs))[:1]
        last = self.call(*(torch.cat([f[:-1], t[-1:]]) for t, f in pairs))[-1:]
        far = max(distance(first, self.out[:1]), distance(last, self.out[-1:]))
        self.alone = far < 1e-6
        # Does the last output change when the tokens before it are exchanged?
        turned = torch.arange(self.streams[-1].shape[1])
        turned[:-1] = turned[:-1].flip(0)
        own = len(pairs) == 1
        moved = [t[:, turned] if own or i else t for i, t in enumerate(self.streams)]
        rows = slice(-own, None)
        far = distance(self.call(*moved)[:, rows], self.out[:, rows])
        spread = self.pattern in ("causal", "every token reads all")
        self.placed = not spread or far > 1e-6

    def dependency(self, call: Any) -> Tensor:
        """Return for row i and column j whether output i changes with token j.

        Where there is one sequence for queries and another for keys, the tokens of the
        keys' are replaced.
        """
        base, columns = call(*self.streams), []
        for j in range(self.streams[-1].shape[1]):
            new = [t.clone() for t in self.streams]
            for t, f in list(zip(new, self.fresh, strict=True))[min(1, len(new) - 1) :]:
                t[:, j] = f[:, j]
            same = torch.isclose(call(*new), base, rtol=1e-6, atol=1e-9, equal_nan=True)
            columns.append(~same.all(-1).all(0))
        return torch.stack(columns, dim=1)

    @property
    def drawn(self) -> str:
        """Which output depends on which token, as rows of x and dots."""
        return drawn(self.reads)


def followed(
    call: Call, streams: Sequence[Tensor], module: nn.Module, **more: Any
) -> tuple[Tensor, Follow]:
    """Call code, and return the result with all that was done to its numbers."""
    trace = Follow(module)
    trace.start(tuple(streams))
    with trace:
        out = call(*streams, **more)
    trace.result = out
    return out, trace


def try_call(
    call: Call, module: nn.Module, sizes: Sequence[tuple[int, ...]], ids: int = 0
) -> Probe:
    """Return what a way of calling gives, or raise what the code raises.

    Args:
        call: The way.
        module: The module that holds the code's matrices.
        sizes: The shapes of the sequences, at least as many as it takes.
        ids: The number of different tokens, if sequences are ids.
    """
    g = torch.Generator().manual_seed(5)
    sizes = sizes[: len(call.streams)]
    if ids:
        streams = [torch.randint(0, ids, s[:2], generator=g) for s in sizes]
        fresh = [(t + 1 + torch.arange(len(t))[:, None]) % ids for t in streams]
    else:
        dtype = torch.get_default_dtype()
        streams, fresh = (
            [torch.randn(s, generator=g, dtype=torch.float64).to(dtype) for s in sizes]
            for _ in range(2)
        )
    out, trace = followed(call, streams, module)
    if out.dim() != 3 or out.shape[:2] != sizes[0][:2]:
        raise ValueError(f"the output has the shape {tuple(out.shape)}")
    return Probe(call, tuple(streams), tuple(fresh), out, trace)


def widths_of(module: nn.Module) -> list[tuple[int, ...]]:
    """Return the features to try, of the inputs of queries, of keys and of values."""
    shapes = {
        k: p.shape[:2] if p.dim() != 3 or p.shape[-1] == 1 else p.shape
        for k, p in module.named_parameters()
        if p.dim() > 1
    }
    sizes = [s for shape in shapes.values() for s in reversed(shape)]
    sizes += [v for _, v in attributes(module) if type(v) is int and 3 < v < 4096]
    some = [(s, s, s) for s in sizes]
    roles = {role(k): shape for k, shape in shapes.items()}
    found = [next((r for r in (c, "kv") if r in roles), "") for c in "qkv"]
    if all(found):
        some += [tuple(roles[c][i] for c in found) for i in (-1, 0)]
    return list(dict.fromkeys(some)) or [(24, 24, 24), (6, 6, 6)]


def probes(fn: Any, module: nn.Module, heads: int, ids: int = 0) -> list[Probe]:
    """Return the ways of calling that work, the likeliest first.

    Args:
        fn: The code.
        module: The module that it is or reaches.
        heads: The number of heads, where an argument asks it.
        ids: The number of different tokens, if it takes ids.

    Raises:
        Exception: What the code raised first, if no way works.
    """
    errors, made, spare = list[Exception](), list[Probe](), list[Probe]()
    found = any(True for _ in module.parameters())
    square = [b.shape[-1] for b in module.buffers() if b.dim() > 1]
    lengths = TOKENS + [(s, s) for s in square[:1] if s > 7]
    several = sum(kind_of(p.name) in "qkv" for p in arguments(fn)) > 2
    forms = ["heads", "batch", "one text", "tokens by heads"]
    if found or ids or not several:
        forms = ["batch", "tokens first", "image", "one text"]
    if any(isinstance(m, nn.Conv1d) for m in module.modules()):
        forms += ["channels first"]
    b = 2 if heads == 3 else 3
    tries = [(0,) * 3] if ids else widths_of(module)
    for widths, (n, m) in itertools.product(tries, lengths):
        shapes = [(b - (n == 3), t, w) for t, w in zip((n, m, m), widths, strict=True)]
        for call in calls(fn, module, widths[0] or heads, heads, forms):
            later = call.form in ("one text", "tokens first", "channels first")
            if later and (spare or any(p.call.form != "image" for p in made)):
                continue
            if call.form == "image" and (n != 4 or m != 4):
                continue
            try:
                probe = try_call(call, module, shapes, ids)
                blind = probe.pattern in (ALONE, "nothing is read")
                if blind and not probe.alone and call.form == "batch":
                    with suppress(Exception):
                        probe = try_call(
                            replace(call, form="tokens first"), module, shapes, ids
                        )
            except Exception as error:
                errors.append(error)
                continue
            if n == m or len(probe.streams) == 1 or probe.pattern[:5] == "every":
                # Else there are two sequences, but of one length. A text that is too
                # long for the code is not to be read along another axis.
                (spare if later else made).append(probe)
        if made:
            return made
    if spare:
        return spare
    raise errors[0] if errors else ValueError("no argument is a sequence")
