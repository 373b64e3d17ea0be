"""One operation that ran, the line of the reader's code, and the graph of all."""

import linecache
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from torch import Tensor

HERE = str(Path(__file__).parent) if "__file__" in globals() else "attention/diagnosis"
THEIRS = r"[/\\](torch|jaxtyping|beartype)[/\\]"


def running() -> tuple[str, int]:
    """Return the line of the reader's code that is running, if it is theirs."""
    frame: FrameType | None = sys._getframe(1)
    while frame:
        file = frame.f_code.co_filename
        ours = file.startswith(HERE)
        if ours and file.endswith("call.py"):
            break  # what is done before and after the reader's code
        if not ours and not re.search(THEIRS, file):
            return file, frame.f_lineno
        frame = frame.f_back
    return "", 0


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
        taken: For a sum or a norm along an axis, the shadow of what it was given; for
            an addition, that of what comes least from the input.
        given: For each tensor it was given, the numbers of the steps that made it.
        past: A bit for each step on which the result depends, with its own.
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
    given: tuple[tuple[int, ...], ...] = ()
    past: int = 0

    @property
    def said(self) -> str:
        """Its line, with the number."""
        return shown(self.line)


class Graph:
    """All that ran: which steps made what each step was given.

    Attributes:
        steps: The operations, in order.
    """

    def __init__(self) -> None:
        self.steps, self.makers = list[Step](), dict[int, int]()
        self.writers = defaultdict[int, list[int]](list)  # of each storage

    def sources(self, t: Tensor) -> tuple[int, ...]:
        """Return the step that made a tensor, and those that wrote into it later."""
        made = self.makers.get(id(t), -1)
        later = (w for w in self.writers[t.untyped_storage().data_ptr()] if w > made)
        return (*[made] * (made >= 0), *later)

    def past(self, sources: Iterable[int]) -> int:
        """Return a bit for each step on which what these steps made depends."""
        bits = 0
        for number in sources:
            bits |= self.steps[number].past
        return bits

    def among(self, bits: int) -> list[Step]:
        """Return the steps that have a bit."""
        return [s for s in self.steps if bits >> s.number & 1]

    def add(self, step: Step, made: Tensor, in_place: bool = False) -> None:
        """Remember a step and what it made, or wrote, perhaps through a view."""
        step.past = self.past(n for some in step.given for n in some) | 1 << step.number
        self.steps.append(step)
        self.makers[id(made)] = step.number
        if in_place:
            self.writers[made.untyped_storage().data_ptr()].append(step.number)
