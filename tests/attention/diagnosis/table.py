"""What is named, in a table: ``python -m tests.attention.diagnosis.table``.

Diagnoses the layers that the tests diagnose, and writes what the page shows.
"""

from collections.abc import Iterable
from pathlib import Path

from attention import diagnose
from attention.diagnosis.catalogue import CATALOGUE
from tests.attention.diagnosis.styles import STYLES, Twin, built
from tests.attention.diagnosis.test_diagnose import ALL, WRONG

FILE = Path(__file__).parents[3] / "evidence/diagnosis.md"
VERDICTS = "named", "a property fails", "missed"


def verdict(twin: Twin) -> str:
    """Return what the report of a broken layer comes to."""
    report = diagnose(built(twin.source))
    if {*twin.keys} <= {finding.mistake.key for finding in report.findings}:
        return "named"
    return "missed" if not report.mistakes else "a property fails"


def row(cells: Iterable[object]) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


def tables(verdicts: dict[Twin, str], alarms: int) -> str:
    """Return the counts of each style, and folded below them each verdict.

    Args:
        verdicts: What the report of each broken layer comes to.
        alarms: In how many right layers a mistake is found.
    """
    lines = [row(["Style", "broken layers", *VERDICTS]), row(["---"] * 5)]
    cells: dict[str, dict[str, str]] = {}
    for style in STYLES:
        of = {twin: v for twin, v in verdicts.items() if twin.style == style}
        found = list(of.values())
        lines.append(row([style, len(found), *map(found.count, VERDICTS)]))
        for twin, v in of.items():
            name = "; ".join(CATALOGUE[key].name for key in twin.keys)
            cells.setdefault(name, {})[style] = v
    lines += ["", f"Right layers: {len(ALL)}. With a mistake found: {alarms}.", ""]
    lines += ['??? note "Each mistake in each style"', ""]
    lines += [
        f"    {row(['Mistake', *STYLES])}",
        f"    {row(['---'] * (len(STYLES) + 1))}",
    ]
    for name, by in cells.items():
        lines.append(f"    {row([name, *(by.get(s, '–') for s in STYLES)])}")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    wrong = {twin: verdict(twin) for twin in WRONG}
    alarms = sum(bool(diagnose(make()).mistakes) for make in ALL.values())
    FILE.write_text(tables(wrong, alarms), "utf-8")
