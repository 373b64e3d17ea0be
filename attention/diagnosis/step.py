"""One operation that ran, and the line of the reader's code that calls it."""

import linecache
from dataclasses import dataclass
from typing import Any

from torch import Tensor


def shown(line: tuple[str, int]) -> str:
    """Return a line of a file with its number, or nothing if there is no file."""
    if not line[0]:
        return ""
    code = linecache.getline(*line).strip()
    return f"line {line[1]}: {code if len(code) < 72 else code[:70] + '…'}"


@dataclass(eq=False)
class Step:
    """One operation on numbers that come from the input.

    Attributes:
        name: What torch calls it.
        args: What it was given.
        out: Its result.
        rows: The shadow of the result.
        line: Where the reader's code calls it: the file and the number of the line.
        depth: How many attentions its numbers have been through.
        number: Its place among the steps.
        operands: For a product, what is multiplied.
        shadows: For a product, the shadows of these two.
        taken: For a sum or a norm along an axis, the shadow of what it was given.
        first: Of several equal steps that are read as one, the first.
    """

    name: str
    args: tuple[Any, ...]
    out: Tensor
    rows: Tensor
    line: tuple[str, int]
    depth: int
    number: int
    operands: tuple[Tensor, ...] = ()
    shadows: tuple[Tensor, ...] = ()
    taken: Tensor | None = None
    first: "Step | None" = None

    @property
    def said(self) -> str:
        """Its line, with the number."""
        return shown(self.line)
