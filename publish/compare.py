"""Are two printed outputs the same, as far as two machines can agree?

Text, shapes, dtypes and integers must be equal. A number with digits after its
decimal point may differ by one unit of the last digit printed. ``nan`` and
``inf`` are text. A zero has no sign here: ``-0.0000`` is what rounding leaves of
a tiny negative number. A float printed as ``2.`` is an exact integer and must be
equal, not near.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest

NUMBER = re.compile(
    r"(?:(?<![\w.])[-+])?"  # a sign, unless it is the minus of a difference
    r"(?<![\w.])(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?"
    r"(?!\w|\.\d)"  # 2.13.0 and 3x are text
)


@dataclass(frozen=True)
class Difference:
    """One place where the outputs differ; ``line`` counts from one."""

    line: int
    expected: str
    got: str


def differences(expected: str, got: str) -> list[Difference]:
    """The places where ``got`` is not what ``expected`` says; none if it is."""
    if expected == got:
        return []
    a, b = NUMBER.findall(expected), NUMBER.findall(got)
    # torch pads a column to its widest number: when 9.9999 becomes 10.0000, or
    # a zero loses its sign, the blanks before every other number move.
    moved = len(a) == len(b) and any(
        len(x) != len(y) for x, y in zip(a, b, strict=True)
    )
    found = []
    lines = zip_longest(expected.split("\n"), got.split("\n"))
    for number, (line_a, line_b) in enumerate(lines, start=1):
        if (
            line_a is None
            or line_b is None
            or _text(line_a, moved) != _text(line_b, moved)
        ):
            found.append(Difference(number, line_a or "", line_b or ""))
            continue
        pairs = zip(NUMBER.findall(line_a), NUMBER.findall(line_b), strict=True)
        found += [Difference(number, x, y) for x, y in pairs if not _near(x, y)]
    return found


def largest(expected: str, got: str) -> Decimal:
    """The largest deviation of a number, in units of its last printed digit.

    Meant for outputs between which `differences` finds nothing.
    """
    pairs = zip(NUMBER.findall(expected), NUMBER.findall(got), strict=True)
    units = [_in_units(a, b) for a, b in pairs if a != b]
    return max(units, default=Decimal(0))


def _in_units(a: str, b: str) -> Decimal:
    (value_a, unit_a), (value_b, unit_b) = _read(a), _read(b)
    return abs(value_a - value_b) / max(unit_a or Decimal(1), unit_b or Decimal(1))


def _text(line: str, moved: bool) -> str:
    """The line without its numbers' digits, and without the blanks before them."""
    return re.sub(" +#", "#", NUMBER.sub("#", line)) if moved else NUMBER.sub("#", line)


def _near(a: str, b: str) -> bool:
    if a == b:
        return True
    (value_a, unit_a), (value_b, unit_b) = _read(a), _read(b)
    if unit_a is None or unit_b is None:  # integers, in form or in fact
        return ("." in a) == ("." in b) and value_a == value_b == 0
    if _decimals(a) != _decimals(b) or ("e" in a.lower()) != ("e" in b.lower()):
        return False  # printed in another format
    return abs(value_a - value_b) <= max(unit_a, unit_b)


def _read(token: str) -> tuple[Decimal, Decimal | None]:
    """The value, and one unit of the last digit (None where it must be equal)."""
    exponent = token.lower().partition("e")[2]
    decimals = _decimals(token)
    unit = Decimal(1).scaleb(int(exponent or 0) - decimals) if decimals else None
    return Decimal(token), unit


def _decimals(token: str) -> int:
    return len(token.lower().partition("e")[0].partition(".")[2])
