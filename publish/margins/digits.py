"""The numbers that a block prints, with more digits than it prints.

What turns a number into text is watched while the block runs: torch's tensors, format
specifications such as ``.4f``, and rounding. A number of the output is then found by
its text, in the order of printing.
"""

import ast
import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from unittest.mock import patch

import torch
from torch import _tensor_str

from publish.compare import NUMBER

SHOWN = "__shown__"  # what a format specification becomes


@dataclass(frozen=True)
class Number:
    """One printed number: its text, its value, and the unit it was rounded to.

    Without a value it was written out in full, or is no result of formatting.
    """

    text: str
    value: float | None = None
    unit: float = 1.0

    @property
    def margin(self) -> float:
        """How far the value is from where it would be rounded the other way."""
        share = (self.value or 0.0) / self.unit % 1
        return abs(share - 0.5) * self.unit


@dataclass
class Watch:
    """What was turned into text, in order; and what was rounded before that."""

    shown: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    rounded: dict[float, tuple[float, float]] = field(default_factory=dict)

    def see(self, text: str, value: Any, scale: float = 1.0) -> None:
        token = text.strip().removesuffix("%")
        if not NUMBER.fullmatch(token) or not isinstance(value, int | float):
            return
        found = self.rounded.get(float(value), (float(value), unit(token) / scale))
        self.shown.setdefault(token, []).append((found[0] * scale, found[1] * scale))

    def numbers(self, output: str) -> list[Number]:
        """The numbers of an output."""
        left = {token: iter(values) for token, values in self.shown.items()}
        found = []
        for token in NUMBER.findall(output):
            # The sign of `a -1.0` may be read as that of a difference.
            known = [t for t in (token, f"-{token}", f"+{token}") if t in left]
            value = next(left[known[0]], None) if known else None
            sign = -1 if known and known[0] == f"-{token}" else 1
            found.append(
                Number(token, sign * value[0], value[1]) if value else Number(token)
            )
        return found


def unit(token: str) -> float:
    """One unit of the last digit of a number as it is printed."""
    return float(Decimal(1).scaleb(int(Decimal(token).as_tuple().exponent)))


@contextmanager
def watched() -> Iterator[Watch]:
    """Watches numbers become text; `to_watch` prepares the code for it."""
    watch = Watch()
    format_one = _tensor_str._Formatter.format
    round_tensor, round_one = torch.Tensor.round, builtins.round

    def formatted(formatter: Any, value: Any) -> str:
        text = format_one(formatter, value)
        watch.see(text, value)
        return text

    def shown(value: Any, specification: str) -> str:
        text = format(value, specification)
        if isinstance(value, torch.Tensor) and value.numel() == 1:
            value = value.item()
        watch.see(text, value, 100.0 if specification.endswith("%") else 1.0)
        return text

    def rounded(tensor: torch.Tensor, *, decimals: int = 0) -> torch.Tensor:
        if not decimals:
            return round_tensor(tensor)
        result = round_tensor(tensor, decimals=decimals)
        values = result.flatten().tolist(), tensor.flatten().tolist()
        for short, long in zip(*values, strict=True):
            watch.rounded[short] = (long, 10.0**-decimals)
        return result

    def rounded_one(value: Any, digits: int | None = None) -> Any:
        result = round_one(value, digits)
        if digits is not None:
            watch.rounded[float(result)] = (float(value), 10.0**-digits)
            watch.see(str(result), float(result))
        return result

    with (
        patch.object(_tensor_str._Formatter, "format", formatted),
        patch.object(torch.Tensor, "round", rounded),
        patch.object(builtins, "round", rounded_one),
        patch.object(builtins, SHOWN, shown, create=True),
    ):
        yield watch


class _Shown(ast.NodeTransformer):
    """`{x:.4f}` becomes `{__shown__(x, '.4f')}`."""

    changed = False

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if node.format_spec is None or node.conversion != -1:
            return node
        self.changed = True
        call = ast.Call(ast.Name(SHOWN, ast.Load()), [node.value, node.format_spec], [])
        return ast.FormattedValue(call, -1, None)


def to_watch(code: str) -> str:
    """The same block, whose format specifications can be watched."""
    shown = _Shown()
    tree = ast.fix_missing_locations(shown.visit(ast.parse(code)))
    return ast.unparse(tree) if shown.changed else code
