"""Every printed digit and sign altered, and in each line one other character.

The rule for a number: each of its digits in turn goes up by one (a nine goes down),
the last one after the point by two, so that the value moves by more than one unit
of the last place; and its sign is turned. A digit that carries no value, as in the
exponent of a zero, is left. The numbers are found here by their form alone, not by
the comparison that is put to the test.
"""

import random
import re
import string
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import pairwise

from publish import compare
from publish.mutants.work import Kind, Tally, own_text

NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
KINDS_OF_CHARACTERS = (string.ascii_lowercase, string.ascii_uppercase)


class Printed(Kind):
    title = "Printed outputs"
    units = "files"

    def names(self) -> list[str]:
        files = self.project.snippets_dir.rglob("*.*")
        found = [path for path in files if path.suffix in (".out", ".err")]
        return sorted(p.relative_to(self.project.root).as_posix() for p in found)

    def altered(self, name: str) -> str:
        return (self.project.root / name).read_text(encoding="utf-8")

    def decides(self, name: str) -> Iterable[str]:
        return [own_text("compare.py", "mutants/printed.py")]

    def tally(self, name: str) -> Tally:
        text = self.altered(name)
        found = Tally()
        for mutant, what in mutants(text):
            noticed = bool(compare.differences(text, mutant))
            found.count(noticed, f"{name}, {what}")
        return found


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Altered texts, each with its place and what was altered."""
    for at, new in (*_digits(text), *_signs(text), *_characters(text)):
        line = text.count("\n", 0, at.start) + 1
        yield (
            text[: at.start] + new + text[at.stop :],
            (f"line {line}: {text[at.start : at.stop]!r} to {new!r}"),
        )


def _digits(text: str) -> Iterator[tuple[slice, str]]:
    for number in NUMBER.finditer(text):
        token = number[0]
        mantissa, _, exponent = token.partition("e")
        decimals = len(mantissa.partition(".")[2])
        unit = Decimal(1).scaleb(int(exponent or 0) - decimals)
        for place, digit in enumerate(token):
            if not digit.isdigit():
                continue
            last = decimals > 0 and place == len(mantissa) - 1
            changed = (
                token[:place] + _step(digit, 2 if last else 1) + token[place + 1 :]
            )
            moved = abs(Decimal(changed) - Decimal(token))
            if moved > (unit if decimals else 0):
                yield slice(number.start(), number.end()), changed


def _step(digit: str, by: int) -> str:
    value = int(digit)
    return str(value + by if value + by <= 9 else value - by)


def _signs(text: str) -> Iterator[tuple[slice, str]]:
    for number in NUMBER.finditer(text):
        at = number.start()
        if not Decimal(number[0]) or re.search(r"[\w.]$", text[max(0, at - 1) : at]):
            continue  # a zero has no sign; the 3 of x3 or 1.3.2 is no number
        if text[max(0, at - 1) : at] == "-":
            yield slice(at - 1, at), ""
        else:
            yield slice(at, at), "-"


def _characters(text: str) -> Iterator[tuple[slice, str]]:
    """One character of each line, chosen by the line itself, by another of its kind."""
    numbers = [
        at for n in NUMBER.finditer(text) for at in range(n.start() - 1, n.end())
    ]
    taken = set(numbers)
    starts = [-1, *(at for at, c in enumerate(text) if c == "\n"), len(text)]
    for before, end in pairwise(starts):
        places = [
            at
            for at in range(before + 1, end)
            if at not in taken and not text[at].isspace()
        ]
        if places:
            at = random.Random(text[before + 1 : end]).choice(places)
            yield slice(at, at + 1), _other(text[at])


def _other(character: str) -> str:
    for letters in KINDS_OF_CHARACTERS:
        if character in letters:
            return letters[(letters.index(character) + 1) % len(letters)]
    return "|" if character != "|" else "!"
