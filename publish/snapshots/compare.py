"""Are two printed outputs the same, as far as two machines can agree?

Text, shapes, dtypes and integers must be equal. A number with digits after its
decimal point may differ by one unit of the last digit printed. ``nan`` and
``inf`` must be equal. A zero has no sign here: ``-0.0000`` is what rounding leaves
of a tiny negative number. A float printed as ``2.`` is an exact integer and must be
equal, not near.

Blanks must be equal, too, but for those that pad a number: when 9.9999 becomes
10.0000, or a zero loses its sign, a field of fixed width has one blank more or less.
In a tensor torch pads all numbers anew, and blanks say nothing. A line that is broken
elsewhere, because its tensor has become wider, is another line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest

from publish.digits import last_digit

NUMBER = re.compile(
    r"(?:(?<![\w.])[-+])?"  # a sign, unless it is the minus of a difference
    r"(?<![\w.])(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]{1,3})?"
    r"(?!\w|\.[0-9])"  # 2.13.0 and 3x are text
)
ITEM = re.compile(rf"{NUMBER.pattern}|(?<![\w.])-?(?:nan|inf)(?!\w)")
TENSOR = re.compile(r"tensor\(\[[^()=<>]*\]")
PARTS = re.compile(
    r"(?P<sign>[-+]?)(?P<whole>\d*)(?P<point>\.?)(?P<decimals>\d*)"
    r"(?P<e>[eE]?)(?P<exponent>(?P<exponent_sign>[-+]?)\d*)"
)


@dataclass(frozen=True)
class Difference:
    """One place where the outputs differ; ``line`` counts from one."""

    line: int
    expected: str
    got: str


@dataclass(frozen=True)
class _Item:
    """A number, nan or inf, and the blanks before it."""

    text: str
    blanks: int
    in_tensor: bool

    @property
    def width(self) -> int:
        return self.blanks + len(self.text)


@dataclass(frozen=True)
class _Line:
    text: str
    between: list[str]  # what stands between the items, without the blanks before them
    items: list[_Item]


def differences(expected: str, got: str) -> list[Difference]:
    """The places where ``got`` is not what ``expected`` says; none if it is."""
    if expected == got:
        return []
    found = []
    lines = zip_longest(_lines(expected), _lines(got))
    for number, (a, b) in enumerate(lines, start=1):
        if a is None or b is None or a.between != b.between:
            texts = [line.text if line else "" for line in (a, b)]
            found.append(Difference(number, *texts))
            continue
        for x, y in zip(a.items, b.items, strict=True):
            if not _near(x.text, y.text):
                found.append(Difference(number, x.text, y.text))
            elif not x.in_tensor and x.blanks != y.blanks and x.width != y.width:
                found.append(Difference(number, a.text, b.text))
    return found


def largest(expected: str, got: str) -> Decimal:
    """The largest deviation of a number, in units of its last printed digit.

    Meant for outputs between which `differences` finds nothing.
    """
    pairs = zip(NUMBER.findall(expected), NUMBER.findall(got), strict=True)
    return max((_units(a, b) for a, b in pairs if a != b), default=Decimal(0))


def _lines(text: str) -> Iterator[_Line]:
    tensors = [match.span() for match in TENSOR.finditer(text)]
    start = 0
    for line in text.split("\n"):
        *before, last = ITEM.split(line)
        between = [part.rstrip(" ") for part in before]
        items = []
        for part, bare, item in zip(before, between, ITEM.finditer(line), strict=True):
            place = start + item.start()
            within = any(a <= place < b for a, b in tensors)
            items.append(_Item(item[0], len(part) - len(bare), within))
        yield _Line(line, [*between, last], items)
        start += len(line) + 1


def _near(a: str, b: str) -> bool:
    return a == b or (_same_form(a, b) and _units(a, b) <= 1)


def _same_form(a: str, b: str) -> bool:
    """Whether one format may have printed both; only digits and minus signs differ."""
    x, y = PARTS.fullmatch(a), PARTS.fullmatch(b)
    if x is None or y is None:  # nan or inf
        return False
    padded = any(n["whole"].startswith("0") and n["whole"] != "0" for n in (x, y))
    return (
        {x["sign"], y["sign"]} != {"", "+"}
        and bool(x["whole"]) == bool(y["whole"])
        and (len(x["whole"]) == len(y["whole"]) or not padded)
        and x["point"] == y["point"]
        and len(x["decimals"]) == len(y["decimals"])
        and x["e"] == y["e"]
        and bool(x["exponent_sign"]) == bool(y["exponent_sign"])
        and (x["exponent"] == y["exponent"] or int(x["exponent"]) != int(y["exponent"]))
    )


def _units(a: str, b: str) -> Decimal:
    """How far apart, in units of the last digit: of the finer one, if they differ."""
    if Decimal(a) == Decimal(b):
        return Decimal(0)
    unit = min(_unit(a), _unit(b))
    return abs(Decimal(a) - Decimal(b)) / unit if unit else Decimal("inf")


def _unit(number: str) -> Decimal:
    """One unit of the last digit; an integer, in form or in fact, must be equal."""
    has_decimals = re.search(r"\.\d", number)
    return Decimal(1).scaleb(last_digit(number)) if has_decimals else Decimal(0)
