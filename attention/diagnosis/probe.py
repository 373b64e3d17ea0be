"""Ways of calling code that work, and what depends on what in each."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.call import IMAGES, Call, calls
from attention.diagnosis.follow import Follow
from attention.diagnosis.numbers import distance
from attention.diagnosis.shapes import shapes_of, sides_of

LATER = "one text", "tokens first", "channels first"
ALONE = "no token reads another"
TRIES = 1000  # ways that are tried; what can be called needs about 600 at most


def pattern_of(d: Tensor) -> str:
    """Return in words which tokens read which.

    Args:
        d: For row i and column j, whether output i depends on token j.
    """
    n, m = d.shape
    full = torch.ones(n, m, dtype=torch.bool)
    table = {
        "every token reads all": full,  # also if there is one output for all
        "causal": full.tril(m - n),
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

    def dependency(self, call: Any, own: bool = False) -> Tensor:
        """Return for row i and column j whether output i changes with token j.

        Where there is one sequence for queries and another for keys, the tokens of the
        keys' are replaced, or those of the queries' own.
        """
        base, columns = call(*self.streams), []
        some = slice(1) if own else slice(min(1, len(self.streams) - 1), None)
        for j in range(self.streams[some][-1].shape[1]):
            new = [t.clone() for t in self.streams]
            for t, f in zip(new[some], self.fresh[some], strict=True):
                t[:, j] = f[:, j]
            same = torch.isclose(call(*new), base, rtol=1e-6, atol=1e-9, equal_nan=True)
            columns.append(~same.all(-1).all(0))
        return torch.stack(columns, dim=1)

    @property
    def aligned(self) -> bool:
        """Whether there is an output for each token."""
        return self.out.shape[1] == self.streams[0].shape[1]

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


class UnalignedError(ValueError):
    """There is another number of outputs than of tokens, and whether ids were ids."""


def try_call(
    call: Call,
    module: nn.Module,
    sizes: Sequence[tuple[int, ...]],
    ids: int = 0,
    fixed: Collection[int] | None = None,
) -> Probe:
    """Return what a way of calling gives, or raise what the code raises.

    Args:
        call: The way.
        module: The module that holds the code's matrices.
        sizes: The shapes of the sequences, at least as many as it takes; those without
            features are of ids.
        ids: The number of different tokens.
        fixed: Numbers of outputs that the code gives for any number of tokens; without
            it, any number of outputs will do.

    Raises:
        UnalignedError: If there is another number of outputs than of tokens.
    """
    g = torch.Generator().manual_seed(5)
    low, dtype = min(2, max(ids - 4, 0)), torch.get_default_dtype()  # 0 may be padding

    def draw(size: tuple[int, ...]) -> Tensor:
        if size[2]:
            return torch.randn(size, generator=g, dtype=torch.float64).to(dtype)
        return torch.randint(low, ids, size[:2], generator=g)

    def other(t: Tensor) -> Tensor:
        if t.is_floating_point():
            return draw((*t.shape,))
        return low + (t - low + 1 + torch.arange(len(t))[:, None]) % (ids - low)

    streams = [draw(size) for size in sizes[: len(call.streams)]]
    fresh = [other(t) for t in streams]
    out, trace = followed(call, streams, module)
    if out.dim() != 3 or len(out) != sizes[0][0]:
        raise ValueError(f"the output has the shape {tuple(out.shape)}")
    n = out.shape[1]
    if fixed is not None and (n != sizes[0][1] or n in fixed):
        raise UnalignedError(n, any(s.name == "embedding" for s in trace.steps))
    return Probe(call, tuple(streams), tuple(fresh), out, trace)


def probes(fn: Any, module: nn.Module, heads: int, ids: int = 0) -> list[Probe]:
    """Return the ways of calling that work, the likeliest first.

    A way that gives an output for each token is preferred.

    Args:
        fn: The code.
        module: The module that it is or reaches.
        heads: The number of heads, where an argument asks it.
        ids: The number of different tokens, if it may take ids.

    Raises:
        Exception: What the code raised first, if no way works.
    """
    errors, made, spare = list[Exception](), list[Probe](), list[Probe]()
    fixed, odd = set[int](), list[tuple[Call, list[tuple[int, ...]]]]()
    tries, ids_found = 0, False
    for shapes, forms, patch in shapes_of(fn, module, heads, ids):
        (_, n, width), m = shapes[0], shapes[1][1]
        size, said = patch if forms[0] == "picture" else heads, dict[Any, str]()
        for call in calls(fn, module, width or heads, size, forms, n != m):
            later, seen = call.form in LATER, [p.call.form for p in made]
            pooled = bool(odd) and odd[-1][1] is shapes
            way = call.streams, call.form, call.alike
            if said.get(way) == "" or tries > TRIES:  # no mask changes why it fails
                continue
            if later and (spare or pooled or not {*seen} <= {*IMAGES}):
                continue
            tries += 1
            try:
                probe = try_call(call, module, shapes, ids, fixed)
                blind = probe.pattern in (ALONE, "nothing is read")
                if blind and not probe.alone and call.form == "batch":
                    with suppress(Exception):
                        other = replace(call, form="tokens first")
                        probe = try_call(other, module, shapes, ids, fixed)
            except UnalignedError as error:
                odd.append((call, shapes))
                said[way] = ""
                fixed |= {error.args[0]} - {n, m}
                ids_found |= error.args[1]
                continue
            except Exception as error:
                errors = errors or [error]
                before = said.setdefault(way, repr(error) if not call.opened else "?")
                said[way] = "" if call.opened and before == repr(error) else before
                continue
            if n == m or len(probe.streams) == 1 or probe.pattern[:5] == "every":
                # Else there are two sequences, but of one length. A text that is too
                # long for the code is not to be read along another axis.
                (spare if later else made).append(probe)
        if made and made[0].call.form in IMAGES:  # perhaps of one window
            for side in (s for s in sides_of(module, 1)[1:2] if s * s > n):
                some = [(len(made[0].out), side * side, width)] * 3
                with suppress(Exception):
                    return [try_call(made[0].call, module, some, ids)]
        if made:
            return made
        if ids_found:  # other shapes give no more
            break
    for call, shapes in odd if not spare else ():
        with suppress(Exception):
            return [try_call(call, module, shapes, ids)]
    if spare:
        return spare
    raise errors[0] if errors else ValueError("no argument is a sequence")
