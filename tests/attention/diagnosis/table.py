"""How often mistakes are named: ``python -m tests.attention.diagnosis.table``.

Diagnoses each layer of `styles`, and writes the table that the page on diagnosis shows.
"""

from collections.abc import Iterable
from pathlib import Path

from attention import diagnose
from attention.diagnosis.catalogue import CATALOGUE
from tests.attention.diagnosis.styles import STYLES, Twin, built, twins

FILE = Path(__file__).parents[3] / "evidence/bench/diagnosis.md"
VERDICTS = "named", "a property fails", "missed"


def verdict(twin: Twin) -> str:
    """Return what the report of a layer comes to."""
    report = diagnose(built(twin.source))
    if twin.keys == ("ok",):
        return "no mistake found" if report.ok and report.recognised else "an alarm"
    if {*twin.keys} <= {finding.mistake.key for finding in report.findings}:
        return "named"
    return "missed" if report.ok else "a property fails"


def name(twin: Twin) -> str:
    """Return the mistakes of a layer, as a report names them."""
    return "; ".join(CATALOGUE[key].name for key in twin.keys)


def row(cells: Iterable[object]) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


def tables(verdicts: dict[Twin, str]) -> str:
    """Return the counts of each style, and folded below them each verdict."""
    lines = [row(["Style", "right layer", "broken", *VERDICTS]), row(["---"] * 6)]
    for style in STYLES:
        of = {twin: v for twin, v in verdicts.items() if twin.style == style}
        right = next(v for twin, v in of.items() if twin.keys == ("ok",))
        found = [v for twin, v in of.items() if twin.keys != ("ok",)]
        lines.append(row([style, right, len(found), *map(found.count, VERDICTS)]))
    lines += ["", '??? note "Each mistake in each style"', ""]
    cells: dict[str, dict[str, str]] = {}
    for twin, v in verdicts.items():
        if twin.keys != ("ok",):
            cells.setdefault(name(twin), {})[twin.style] = v
    lines += [f"    {row(['Mistake', *STYLES])}", f"    {row(['---'] * 7)}"]
    for mistake, of in cells.items():
        lines.append(f"    {row([mistake, *(of.get(s, '–') for s in STYLES)])}")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    FILE.write_text(tables({twin: verdict(twin) for twin in twins()}), "utf-8")
