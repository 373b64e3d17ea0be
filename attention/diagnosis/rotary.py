"""Rotary positions with switches: how a layer may turn its queries and keys."""

from typing import NamedTuple

import torch
from torch import Tensor


class Rotary(NamedTuple):
    """A convention of turning.

    Attributes:
        pairs: "halves", feature i with i + d / 2, or "neighbours", 2i with 2i + 1.
        base: The base of the frequencies, 10000 in most models.
        table: The layer's own cosines and sines, each a row for a position, or None.
        width: The number of features that are turned, the first ones; None for all.
    """

    pairs: str
    base: float = 10000.0
    table: tuple[Tensor, Tensor] | None = None
    width: int | None = None


def turn(x: Tensor, rotary: Rotary, how: str = "", start: int = 0) -> Tensor:
    """Return x (..., tokens, features) turned by the positions of its tokens.

    Args:
        x: Queries or keys.
        rotary: The convention.
        how: The mistake: "back", "fast", "slow", "no-minus", "mixed" or "mixed-2".
        start: The position of the first token.
    """
    if rotary.width and rotary.width < x.shape[-1]:
        first, rest = x[..., : rotary.width], x[..., rotary.width :]
        return torch.cat([turn(first, rotary, how, start), rest], dim=-1)
    n, d = x.shape[-2:]
    halves = rotary.pairs == "halves"
    if rotary.table is None:
        powers = torch.arange(0, d, 2, dtype=x.dtype) / d
        powers = powers * {"fast": 2.0, "slow": 0.5}.get(how, 1.0)
        angles = torch.arange(start, start + n, dtype=x.dtype)[:, None]
        angles = angles * rotary.base**-powers
        cos, sin = angles.cos(), angles.sin()
    else:
        cos, sin = (t[start : start + n].to(x.dtype) for t in rotary.table)
        if cos.shape[-1] == d:  # each angle stands there twice
            keep = slice(d // 2) if halves else slice(0, None, 2)
            cos, sin = cos[:, keep], sin[:, keep]
    sin = -sin if how == "back" else sin
    if how == "mixed":  # partners of halves, angles of neighbours
        a, b = x.chunk(2, dim=-1)
        wide = [t.repeat_interleave(2, dim=-1) for t in (cos, sin)]
        return x * wide[0] + torch.cat([-b, a], dim=-1) * wide[1]
    if how == "mixed-2":
        partners = torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).flatten(-2)
        wide = [torch.cat([t, t], dim=-1) for t in (cos, sin)]
        return x * wide[0] + partners * wide[1]
    a, b = x.chunk(2, dim=-1) if halves else (x[..., ::2], x[..., 1::2])
    sign = 1 if how == "no-minus" else -1
    new = a * cos + sign * b * sin, a * sin + b * cos
    if halves:
        return torch.cat(new, dim=-1)
    return torch.stack(new, dim=-1).flatten(-2)
